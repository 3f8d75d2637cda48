import { describe, expect, it } from 'vitest';
import { createPlacePort } from '../../src/place/index.ts';
import { createAddressPoints } from '../../src/places/lanes/house-points.ts';
import { shippedAddressLayers } from '../../src/places/registry/addresses/index.ts';
import { openService } from '../harness.ts';
import { addressPoints, type FakeHouse, north, sampleHouses } from '../upstreams/address-points.ts';
import { directSources } from '../upstreams/direct.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { unansweringSources } from './unanswering.ts';

const { raleigh, philadelphia, hartford } = samplePlaces;
const place = createPlacePort(createAddressPoints(shippedAddressLayers));
const layers = shippedAddressLayers.inState('37').map(({ columns }) => columns);
const wake = 'Wake County, NC address points';

/** Address points of North Carolina with these houses. */
const withHouses = (housesAt: typeof sampleHouses, trap?: 'token') =>
  directSources({ extra: [addressPoints(layers, { housesAt, ...(trap && { trapOf: () => trap }) })] });

const [sample] = sampleHouses(raleigh);
if (!sample) throw new Error('Raleigh has no house');
const moved: FakeHouse = { ...sample, point: north(raleigh, 35) };
const byGeocoder = (url: string) => url.includes('geocoding.geo.census.gov');

describe('an address that the geocoder has placed on its street', () => {
  it("is placed on its house by the county's own layer, which is cited", async () => {
    const sources = withHouses(() => [moved]);
    const { state, subject } = await place.resolve({ address: raleigh.address }, sources);
    expect(state).toBe('resolved');
    expect(subject).toMatchObject({
      precision: 'rooftop',
      resolved: raleigh.matched,
      streetLine: '222 W HARGETT ST',
      longitude: raleigh.longitude,
      county: { fips: raleigh.countyFips },
      citation: { sourceName: expect.stringContaining(wake), sourceUrl: expect.stringContaining('maps.wakegov.com') },
    });
    expect(subject.latitude).toBeCloseTo(moved.point.latitude, 6);
    expect(sources.queried).toHaveLength(2);
  });

  it.each([
    ['has no such house', () => withHouses(() => []), 'empty'],
    ['does not answer', () => withHouses(() => [moved], 'token'), 'unavailable'],
  ] as const)('stays on its street where the layer %s, and it is said who was queried', async (_, open, state) => {
    const { subject, searched } = await place.resolve({ address: raleigh.address }, open());
    expect(subject).toMatchObject({
      precision: 'address',
      latitude: raleigh.latitude,
      citation: { sourceName: expect.stringContaining('Census Geocoder') },
    });
    expect(searched[0]).toMatchObject({ source: wake, state });
  });

  it('is queried for nowhere else where its county publishes none', async () => {
    const sources = directSources();
    const { subject } = await place.resolve({ address: philadelphia.address }, sources);
    expect(subject.precision).toBe('address');
    expect(sources.queried.filter((url) => !byGeocoder(url))).toEqual([]);
  });

  it('is on its house in Connecticut, whose counties have two codes', async () => {
    const { subject } = await place.resolve({ address: hartford.address }, directSources());
    expect(subject).toMatchObject({
      precision: 'rooftop',
      citation: { sourceName: expect.stringContaining('Hartford, CT') },
    });
    expect(subject.countyAlternates).toHaveLength(1);
  });
});

describe('an address that the geocoder has not placed', () => {
  it.each([
    ['has no match for', '9 Unlisted Ct, Raleigh, NC 27601', (sources: ReturnType<typeof withHouses>) => sources],
    [
      'is down for',
      raleigh.address,
      (sources: ReturnType<typeof withHouses>) => ({
        ...sources,
        fetch: ((card, request) =>
          card.id === 'census-geocoder'
            ? unansweringSources.fetch(card, request)
            : sources.fetch(card, request)) as typeof sources.fetch,
      }),
    ],
  ])('because it %s it is found in its city by the layer alone', async (_, address, open) => {
    const unlisted: FakeHouse = { ...moved, number: 9, street: ['', 'UNLISTED', 'CT'] };
    const sources = withHouses((point) => (point ? [] : [moved, unlisted]));
    const { state, subject, searched } = await place.resolve({ address }, open(sources));
    expect(state).toBe('resolved');
    expect(subject).toMatchObject({
      precision: 'rooftop',
      county: { fips: raleigh.countyFips },
      zip: '27601',
      placeName: 'Raleigh',
      citation: { sourceName: expect.stringContaining(wake) },
    });
    expect(searched.map((one) => one.state)).toEqual([expect.stringMatching(/empty|unavailable/), 'found']);
  });

  it('is not taken from another county, and stays an area', async () => {
    const elsewhere: FakeHouse = { ...moved, point: { latitude: 30.3958, longitude: -88.8861 }, number: 9 };
    const sources = withHouses(() => [elsewhere]);
    const { subject } = await place.resolve({ address: '9 W Hargett St, Raleigh, NC 27601' }, sources);
    expect(subject.precision).toBe('area');
  });

  it('without city and ZIP asks no layer', async () => {
    const sources = directSources();
    await place.resolve({ address: '9 Unlisted Ct', state: 'NC' }, sources);
    expect(sources.queried.filter((url) => !byGeocoder(url))).toEqual([]);
  });
});

describe('an answer about an address', () => {
  const layer = ({ cardId }: { readonly cardId?: string | undefined }) => cardId === 'address-points';

  it('says which layer was queried for its house in vain, and rests on it in nothing', async () => {
    const service = await openService({ mirrors: false });
    try {
      service.upstreams.setFault(layer, 'http500');
      const { state, subject, searched } = await service.call('svc_flood_zone', { address: raleigh.address });
      expect([state, subject?.precision]).toEqual(['found', 'address']);
      expect(searched).toContainEqual(expect.objectContaining({ source: wake, state: 'unavailable' }));
    } finally {
      await service.close();
    }
  });

  it('asks the layer once for a house, however its address is written', async () => {
    const service = await openService({ mirrors: false });
    try {
      for (const address of [raleigh.address, '222 West Hargett Street, Raleigh, NC 27601']) {
        const { subject, searched } = await service.call('svc_flood_zone', { address });
        expect(subject?.precision).toBe('rooftop');
        expect(searched.map(({ source }) => source)).not.toContain(wake);
      }
      expect(service.upstreams.requests.filter(layer)).toHaveLength(1);
    } finally {
      await service.close();
    }
  });
});
