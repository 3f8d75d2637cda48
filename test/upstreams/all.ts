import { shippedAddressLayers } from '../../src/places/registry/addresses/index.ts';
import { shippedPlaces } from '../../src/places/registry/load.ts';
import type { LaneSource } from '../../src/places/schema/jurisdiction.ts';
import { isFile } from '../../src/places/schema/jurisdiction.ts';
import { addressPoints, sampleHouses } from './address-points.ts';
import type { FakeUpstream } from './fake-upstream.ts';
import { fakeUpstreams } from './fake-upstreams.generated.ts';
import { feedUpstreams } from './feeds.ts';
import { fileUpstream } from './place-files.ts';
import { samplePlaces } from './places.ts';
import { stateRegisterUpstreams } from './state-registers.ts';

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
    const files = shippedPlaces
      .all()
      .flatMap((place) =>
        (place.sources as readonly LaneSource[]).filter(isFile).map((source) => fileUpstream(place, source)),
      );
    const states = [...new Set(Object.values(samplePlaces).map(({ stateFips }) => stateFips))];
    const layers = states.flatMap((fips) => shippedAddressLayers.inState(fips));
    const addresses = addressPoints(
      layers.map(({ columns }) => columns),
      { housesAt: sampleHouses },
    );
    all = [...fakeUpstreams, ...made, ...files, addresses, ...stateRegisterUpstreams()];
  }
  return all;
}
