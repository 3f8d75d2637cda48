import type { Component } from './answer.ts';
import { hasData, type Lookup } from './lookup.ts';

const reasonOf = (lookup: Lookup<unknown>) => ('reason' in lookup ? lookup.reason : undefined);

/** What a part says of itself that is one lookup; `none` is the reason of an empty one that gives no reason. */
export function lookupComponent(lookup: Lookup<unknown>, none?: string): Component {
  const reason = reasonOf(lookup) || (lookup.state === 'empty' ? none : undefined);
  return { state: lookup.state, ...(reason && { reason }) };
}

/** What a part says of itself: `partial` where only the mirror answered, `unavailable` where neither did. */
export function componentOf(
  live: Lookup<unknown>,
  { lookup, fromMirror }: { readonly lookup: Lookup<unknown>; readonly fromMirror: boolean },
): Component {
  if (!fromMirror) return lookupComponent(lookup);
  const failure = reasonOf(live) ?? '';
  return hasData(lookup) || lookup.state === 'empty'
    ? { state: 'partial', reason: `read from the mirrored copy: ${failure}` }
    : { state: lookup.state, reason: `${failure} ${reasonOf(lookup) ?? ''}`.trim() };
}
