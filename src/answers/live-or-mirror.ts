import type { Component } from '../kernel/answer.ts';
import type { AnswerBuilder, Cited, SearchExtent } from '../kernel/answer-builder.ts';
import { hasData, type Lookup } from '../kernel/lookup.ts';

/** What the live source, or the mirror behind it, gave to an answer. */
export interface LiveOrMirror<T> {
  readonly cited: Cited<T> | undefined;
  /** The lookup that spoke last. */
  readonly lookup: Lookup<T>;
  /** The live source failed and its mirrored dataset was read. */
  readonly fromMirror: boolean;
  /** One of the two answered, with something or with nothing. */
  readonly answered: boolean;
}

/**
 * Takes what the live source said and, only where it failed, what its mirrored dataset says. Both are named in the
 * answer, so an answer from the mirror is `partial`. `searchExtent`: a function where the two speak of different times.
 */
export function takeLiveOrMirror<T>(
  answer: AnswerBuilder,
  searchExtent: SearchExtent | ((lookup: Lookup<T>) => SearchExtent),
  live: Lookup<T>,
  mirror?: () => Lookup<T>,
): LiveOrMirror<T> {
  const extentOf = typeof searchExtent === 'function' ? searchExtent : () => searchExtent;
  const cited = answer.addLookup(live, extentOf(live));
  const answered = live.state !== 'unavailable';
  if (answered || !mirror) return { cited, lookup: live, fromMirror: false, answered };
  const lookup = mirror();
  return {
    cited: answer.addLookup(lookup, extentOf(lookup)),
    lookup,
    fromMirror: true,
    answered: lookup.state !== 'unavailable',
  };
}

const reasonOf = (lookup: Lookup<unknown>) => ('reason' in lookup ? lookup.reason : undefined);

/** What a part says of itself that is one lookup; `none` is the reason of an empty one that gives no reason. */
export function lookupComponent(lookup: Lookup<unknown>, none?: string): Component {
  const reason = reasonOf(lookup) || (lookup.state === 'empty' ? none : undefined);
  return { state: lookup.state, ...(reason && { reason }) };
}

function componentOf<T>(live: Lookup<T>, { lookup, fromMirror }: LiveOrMirror<T>): Component {
  const reason = reasonOf(lookup);
  if (!fromMirror) return lookupComponent(lookup);
  const failure = reasonOf(live) ?? '';
  return hasData(lookup) || lookup.state === 'empty'
    ? { state: 'partial', reason: `read from the mirrored copy: ${failure}` }
    : { state: lookup.state, reason: `${failure} ${reason ?? ''}`.trim() };
}

/** Adds the parts of an answer one by one and stores the state of each. */
export class PartStates {
  readonly states: Record<string, Component> = {};
  readonly #answer: AnswerBuilder;

  constructor(answer: AnswerBuilder) {
    this.#answer = answer;
  }

  /**
   * Takes a part, from its mirror where its live source failed: the part is `partial` where only the mirror answered and
   * `unavailable` where neither did.
   */
  addLookup<T>(
    name: string,
    searchExtent: SearchExtent,
    live: Lookup<T>,
    mirror?: () => Lookup<T>,
  ): Cited<T> | undefined {
    const found = takeLiveOrMirror(this.#answer, searchExtent, live, mirror);
    this.states[name] = componentOf(live, found);
    return found.cited;
  }

  /** Names of the parts that could not be read. */
  get missing(): readonly string[] {
    return Object.entries(this.states).flatMap(([name, { state }]) => (state === 'unavailable' ? [name] : []));
  }
}
