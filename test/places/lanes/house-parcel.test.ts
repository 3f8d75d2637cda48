import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import { createPlacePort } from '../../../src/place/index.ts';
import { createAddressPoints } from '../../../src/places/lanes/house-points.ts';
import { shippedAddressLayers } from '../../../src/places/registry/addresses/index.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { parseLayers, shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import parcelLookup from '../../../tools/property/parcel-lookup.ts';
import { addressPoints, type FakeHouse } from '../../upstreams/address-points.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { type GridLot, lotsAround } from '../../upstreams/parcel-grid.ts';
import { parcelLayers } from '../../upstreams/parcel-layers.ts';

/** A county whose parcel layer states no address, so that nothing but the point tells one lot from the next. */
const county = { fips: '01101', name: 'Montgomery County', state: '01' };
const parcels = parseLayers(readDataFile('layers/parcels.csv')).filter(({ geoid }) => geoid === county.fips);
const addresses = shippedAddressLayers.inState(county.state).map(({ columns }) => columns);

const middle = ([west, south, east, north]: GridLot['box']) => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

const somewhere = { latitude: 32.3605, longitude: -86.2005 };
const [own, neighbor] = lotsAround(somewhere, 60);
if (!own || !neighbor) throw new Error('no two lots');

const geocoder: FakeUpstream = {
  cardId: 'census-geocoder',
  hosts: ['geocoding.geo.census.gov'],
  respond: () => {
    const { latitude: y, longitude: x } = middle(neighbor.box);
    const address = {
      matchedAddress: '104 ELM ST, MONTGOMERY, AL, 36104',
      coordinates: { x, y },
      addressComponents: { city: 'MONTGOMERY', state: 'AL', zip: '36104' },
      geographies: { Counties: [{ GEOID: county.fips, NAME: county.name, BASENAME: 'Montgomery' }] },
    };
    return { body: { result: { addressMatches: [address] } } };
  },
};

const house: FakeHouse = {
  number: 104,
  street: ['', 'ELM', 'ST'],
  city: 'MONTGOMERY',
  zip: '36104',
  point: middle(own.box),
};

/** The parcel of the address, with these houses in the layers of address points. */
async function parcelWith(houses: readonly FakeHouse[]) {
  const world = [geocoder, addressPoints(addresses, { housesAt: () => houses }), parcelLayers(parcels)];
  const sources = directSources({ extra: world });
  const place = createPlacePort(createAddressPoints(shippedAddressLayers));
  const { subject } = await place.resolve({ address: '104 Elm St, Montgomery, AL 36104' }, sources);
  const lane = await createJurisdictions(shippedPlaces, shippedLayers).lane(subject, 'parcel', sources);
  const answer = (await parcelLookup.run(
    { subject, lane, sources, answer: new AnswerBuilder(subject) } as never,
    {} as never,
  )) as Answer;
  return { subject, parcelId: (answer.facts as { parcelId?: { value: unknown } } | undefined)?.parcelId?.value };
}

describe('an address whose place on the street lies in the lot of its neighbor', () => {
  it('has its own parcel where its house has a published point', async () => {
    const { subject, parcelId } = await parcelWith([house]);
    expect(subject.precision).toBe('rooftop');
    expect(parcelId).toBe(own.number);
  });

  it("has its neighbor's where nothing but the street is known", async () => {
    const { subject, parcelId } = await parcelWith([]);
    expect(subject.precision).toBe('address');
    expect(parcelId).toBe(neighbor.number);
  });
});
