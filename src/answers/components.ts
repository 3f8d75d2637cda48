import type { Component } from '../kernel/answer.ts';
import type { AnswerBuilder, Perimeter, Taken } from '../kernel/answer-builder.ts';
import { hasData, type Lookup } from '../kernel/lookup.ts';

function componentOf(lookup: Lookup<unknown>): Component {
  const reason = 'reason' in lookup ? lookup.reason : undefined;
  return { state: lookup.state, ...(reason && { reason }) };
}

/** Takes the parts of an answer one by one and keeps what each of them says about itself. */
export class Components {
  readonly states: Record<string, Component> = {};
  readonly #answer: AnswerBuilder;

  constructor(answer: AnswerBuilder) {
    this.#answer = answer;
  }

  /**
   * Takes a part. Where its live source failed, the mirrored copy is taken too: both are named in the answer, the part
   * is `partial` where only the copy spoke and `unavailable` where neither did.
   */
  take<T>(name: string, perimeter: Perimeter, live: Lookup<T>, mirrored?: () => Lookup<T>): Taken<T> | undefined {
    const taken = this.#answer.take(live, perimeter);
    if (live.state !== 'unavailable' || !mirrored) {
      this.states[name] = componentOf(live);
      return taken;
    }
    const copy = mirrored();
    const fromCopy = this.#answer.take(copy, perimeter);
    this.states[name] =
      hasData(copy) || copy.state === 'empty'
        ? { state: 'partial', reason: `read from the mirrored copy: ${live.reason}` }
        : { state: copy.state, reason: `${live.reason} ${componentOf(copy).reason ?? ''}`.trim() };
    return fromCopy;
  }

  /** Names of the parts that could not be read. */
  get missing(): readonly string[] {
    return Object.entries(this.states).flatMap(([name, { state }]) => (state === 'unavailable' ? [name] : []));
  }
}
