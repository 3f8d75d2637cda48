import type { Component } from './answer.ts';
import type { Cited } from './answer-builder.ts';
import { hasData, type Lookup } from './lookup.ts';

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

const reasonOf = (lookup: Lookup<unknown>) => ('reason' in lookup ? lookup.reason : undefined);

/** What a part says of itself that is one lookup; `none` is the reason of an empty one that gives no reason. */
export function lookupComponent(lookup: Lookup<unknown>, none?: string): Component {
  const reason = reasonOf(lookup) || (lookup.state === 'empty' ? none : undefined);
  return { state: lookup.state, ...(reason && { reason }) };
}

/** What a part says of itself: `partial` where only the mirror answered, `unavailable` where neither did. */
export function componentOf<T>(live: Lookup<T>, { lookup, fromMirror }: LiveOrMirror<T>): Component {
  if (!fromMirror) return lookupComponent(lookup);
  const failure = reasonOf(live) ?? '';
  return hasData(lookup) || lookup.state === 'empty'
    ? { state: 'partial', reason: `read from the mirrored copy: ${failure}` }
    : { state: lookup.state, reason: `${failure} ${reasonOf(lookup) ?? ''}`.trim() };
}
