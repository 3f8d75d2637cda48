import { shippedPlaces } from '../../src/jurisdictions/load.ts';
import type { FakeUpstream } from './fake-upstream.ts';
import { fakeUpstreams } from './fake-upstreams.generated.ts';
import { feedUpstreams } from './feeds.ts';

let all: readonly FakeUpstream[] | undefined;

/** Every fake upstream: those written by hand, and of each other source of a shipped place one that is made from its file. */
export function allUpstreams(): readonly FakeUpstream[] {
  if (!all) {
    const byHand = new Set(fakeUpstreams.map(({ cardId }) => cardId));
    const made = shippedPlaces
      .all()
      .filter(({ sources }) => sources.some(({ cardId }) => !byHand.has(cardId)))
      .flatMap(feedUpstreams)
      .filter(({ cardId }) => !byHand.has(cardId));
    all = [...fakeUpstreams, ...made];
  }
  return all;
}
