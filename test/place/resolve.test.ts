import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlaceQuery } from '../../src/kernel/ports/place.ts';
import { cleanText } from '../../src/kernel/text.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { directSources } from '../upstreams/direct.ts';
import type { FakeUpstream } from '../upstreams/fake-upstream.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { unansweringSources } from './unanswering.ts';

const place = createPlacePort();
const ask = (query: PlaceQuery) => place.resolve(query, directSources());

/** A geocoder that gives this reply to every question. */
const geocoderSaying = (body: unknown): FakeUpstream => ({
  cardId: 'census-geocoder',
  hosts: ['geocoding.geo.census.gov'],
  respond: () => ({ body }),
});
const match = (state: string, zip: string, x: number, layers: object = {}) => ({
  matchedAddress: `1 MAIN ST, TOWN, ${state}, ${zip}`,
  coordinates: { x, y: 35.77 },
  addressComponents: { city: 'TOWN', state, zip },
  geographies: { Counties: [{ GEOID: '37183', NAME: 'Wake County', BASENAME: 'Wake' }], ...layers },
});

describe('a street address', () => {
  it.each(Object.values(samplePlaces))('$address is an address with its county', async (sample) => {
    const { state, subject } = await ask({ address: sample.address });
    expect(state).toBe('resolved');
    expect(subject).toMatchObject({
      input: sample.address,
      resolved: sample.matched,
      precision: 'address',
      stateCode: sample.stateCode,
      zip: sample.zip,
    });
    expect(subject.areaKind).toBeUndefined();
    expect([subject.county, ...subject.countyAlternates].map((county) => county?.fips)).toContain(sample.countyFips);
    expect(subject.citation).toMatchObject({
      sourceName: expect.stringContaining('Census Geocoder'),
      fetchedAt: expect.stringMatching(/^\d{4}-/),
      sourceDate: expect.stringContaining('Current_Current'),
    });
  });

  it('units, boxes and length never reach the geocoder; ZIP and state arguments do', async () => {
    const sources = directSources();
    const long = `222 W Hargett St ${'very '.repeat(30)}long, Raleigh, NC 27601`;
    await place.resolve({ address: '222 W Hargett St Apt 4B, Raleigh, NC 27601' }, sources);
    await place.resolve({ address: '222 W Hargett St, PO Box 11, Raleigh, NC 27601' }, sources);
    await place.resolve({ address: '222 W Hargett St', zip: '27601' }, sources);
    await place.resolve({ address: '222 W Hargett St, Raleigh', state: 'NC' }, sources);
    await place.resolve({ address: long }, sources);
    const queried = sources.queried.map((url) => new URL(url).searchParams.get('address') ?? '');
    expect(queried.slice(0, 4)).toEqual([
      '222 W Hargett St, Raleigh, NC 27601',
      '222 W Hargett St, Raleigh, NC 27601',
      '222 W Hargett St, 27601',
      '222 W Hargett St, Raleigh, NC',
    ]);
    expect(queried[4]?.length).toBeLessThanOrEqual(100);
    expect(queried[4]).toMatch(/Raleigh, NC 27601$/);
  });

  it('several matches in different places are choices, unless the ZIP or the state tells them apart', async () => {
    const open = await ask({ address: '100 Twin St' });
    expect(open.state).toBe('ambiguous');
    expect(open.subject.precision).toBe('unknown');
    expect(open.subject.candidates.map(({ label }) => label)).toEqual([
      '100 TWIN ST, RALEIGH, NC, 27601',
      '100 TWIN ST, BILOXI, MS, 39530',
    ]);
    const told = await ask({ address: '100 Twin St, Biloxi, MS' });
    expect(told).toMatchObject({ state: 'resolved', subject: { precision: 'address', stateCode: 'MS' } });
  });

  it('two sides of one street are one place', async () => {
    const twoSides = { result: { addressMatches: [match('NC', '27601', -78.64), match('NC', '27603', -78.6401)] } };
    const sources = directSources({ extra: [geocoderSaying(twoSides)] });
    expect(await place.resolve({ address: '1 Main St, Town, NC' }, sources)).toMatchObject({ state: 'resolved' });
  });

  it('a match in another state than the caller named is no match', async () => {
    const sources = directSources({
      extra: [geocoderSaying({ result: { addressMatches: [match('NC', '27601', -78.64)] } })],
    });
    const { state, subject, searched } = await place.resolve({ address: '1 Main St, Richmond, VA' }, sources);
    expect(state).toBe('resolved');
    expect(subject).toMatchObject({ precision: 'area', areaKind: 'place', stateCode: 'VA' });
    expect(searched[0]).toMatchObject({ state: 'empty' });
  });

  it('no match falls back to the ZIP area and says that the geocoder had none', async () => {
    const { state, subject, searched } = await ask({ address: '99 Nowhere Rd, Raleigh, NC 27601' });
    expect(state).toBe('resolved');
    expect(subject).toMatchObject({ precision: 'area', areaKind: 'zip', zip: '27601', county: { fips: '37183' } });
    expect(searched).toEqual([
      expect.objectContaining({ state: 'empty', reason: expect.stringContaining('no match') }),
    ]);
  });

  it.each([
    ['is down', directSources({ down: ['census-geocoder'] })],
    ['cannot be reached', unansweringSources],
    [
      'hides an error in a needed layer',
      directSources({
        extra: [
          geocoderSaying({
            result: {
              addressMatches: [
                match('NC', '27601', -78.64, { Counties: [{ status: 'Layer query encountered an error' }] }),
              ],
            },
          }),
        ],
      }),
    ],
    ['changed its shape', directSources({ extra: [geocoderSaying({ matches: [] })] })],
  ])('a geocoder that %s leaves the area and an unavailable entry', async (_, sources) => {
    const { subject, searched } = await place.resolve({ address: samplePlaces.raleigh.address }, sources);
    expect(subject).toMatchObject({ precision: 'area', areaKind: 'zip', county: { fips: '37183' } });
    expect(searched).toEqual([expect.objectContaining({ state: 'unavailable' })]);
  });

  it.each(['PO Box 123, Raleigh, NC 27601', 'P.O. Box 5 Raleigh NC'])(
    '%s is never queried of the geocoder',
    async (address) => {
      const sources = directSources();
      const { subject } = await place.resolve({ address }, sources);
      expect(subject).toMatchObject({ precision: 'area', stateCode: 'NC', county: { fips: '37183' } });
      expect(sources.queried).toEqual([]);
    },
  );
});

describe('coordinates', () => {
  it('win over text, which stays as the input', async () => {
    const sources = directSources();
    const { latitude, longitude } = samplePlaces.chicago;
    const { subject } = await place.resolve({ address: samplePlaces.raleigh.address, latitude, longitude }, sources);
    expect(subject).toMatchObject({
      input: samplePlaces.raleigh.address,
      precision: 'point',
      latitude,
      longitude,
      stateCode: 'IL',
      county: { fips: '17031', vintage: 'counties', name: 'Cook County' },
    });
    expect(sources.queried).toEqual([]);
  });

  it.each([
    [48.85, 2.35],
    [43.65, -79.38],
    [0, 0],
    [-78.64, 35.78],
  ])('%d, %d lies outside the United States and is unresolved', async (latitude, longitude) => {
    const { state, subject, ...rest } = await ask({ latitude, longitude });
    expect(state).toBe('unresolved');
    expect(subject.precision).toBe('unknown');
    expect('reason' in rest && rest.reason).toMatch(/no county of the United States or its territories/);
  });

  it('any point: never throws, and a county always comes with its state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        async (latitude, longitude) => {
          const { subject } = await place.resolve({ latitude, longitude }, unansweringSources);
          if (subject.county) expect(subject.stateFips).toBe(subject.county.fips.slice(0, 2));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('areas from embedded data', () => {
  it.each<[PlaceQuery, string, string | undefined]>([
    [{ zip: '27601' }, 'zip', '37183'],
    [{ place: '30303-1234' }, 'zip', '13121'],
    [{ place: 'Raleigh, NC' }, 'place', '37183'],
    [{ place: 'raleigh nc' }, 'place', '37183'],
    [{ place: 'columbus oh' }, 'place', '39049'],
    [{ place: 'portland or' }, 'place', '41051'],
    [{ place: 'near Biloxi Mississippi' }, 'place', '28047'],
    [{ place: 'St Louis MO' }, 'place', '29510'],
    [{ place: 'Canon City, CO' }, 'place', '08043'],
    [{ place: 'Springfield', state: 'IL' }, 'place', '17167'],
    [{ place: 'Wake, NC' }, 'county', '37183'],
    [{ place: 'Wake County, NC' }, 'county', '37183'],
    [{ place: 'Cook County Illinois' }, 'county', '17031'],
    [{ place: 'Orleans Parish, LA' }, 'county', '22071'],
    [{ place: 'Dona Ana County, NM' }, 'county', '35013'],
    [{ state: 'NC', county: 'Wake' }, 'county', '37183'],
    [{ state: '37', county: '183' }, 'county', '37183'],
    [{ state: 'NC', county: '37183' }, 'county', '37183'],
    [{ county: 'Wake' }, 'county', '37183'],
    [{ place: 'North Carolina' }, 'state', undefined],
    [{ place: 'New York State' }, 'state', undefined],
    [{ state: 'NY' }, 'state', undefined],
    [{ place: 'Rio Piedras, PR 00936' }, 'state', undefined],
    [{ zip: '00901' }, 'zip', '72127'],
    [{ place: 'San Juan, PR' }, 'place', '72127'],
    [{ zip: '96910' }, 'zip', '66010'],
    [{ place: 'Hagatna, GU' }, 'place', '66010'],
    [{ zip: '00802' }, 'zip', '78030'],
    [{ zip: '96799' }, 'zip', '60050'],
    [{ place: 'Pago Pago, AS' }, 'place', '60010'],
    [{ zip: '96950' }, 'zip', '69110'],
  ])('%o', async (query, areaKind, fips) => {
    const sources = directSources();
    const { state, subject, searched } = await place.resolve(query, sources);
    expect({ state, areaKind: subject.areaKind, fips: subject.county?.fips }).toEqual({
      state: 'resolved',
      areaKind,
      fips,
    });
    expect(subject.precision).toBe('area');
    expect(subject.citation).toEqual(place.embeddedCitation);
    expect([sources.queried, searched]).toEqual([[], []]);
  });

  it('the citation states vintages and the attribution of GeoNames', () => {
    expect(place.embeddedCitation.licenseNote).toMatch(/GeoNames.*CC BY 4\.0/);
    expect(place.embeddedCitation.sourceDate).toMatch(/20\d\d/);
  });

  it.each([['Springfield'], ['Orange County'], ['New York'], ['Washington']])('%s is ambiguous', async (text) => {
    const { state, subject } = await ask({ place: text });
    expect(state).toBe('ambiguous');
    expect(subject).toMatchObject({ precision: 'unknown' });
    expect(subject.county).toBeUndefined();
    expect(subject.candidates.length).toBeGreaterThan(1);
    for (const { label } of subject.candidates)
      expect(await ask({ place: label })).toMatchObject({ state: 'resolved' });
  });

  it.each<PlaceQuery>([
    { place: 'the moon' },
    { place: 'houses near me' },
    { place: '🙂🙂' },
    { zip: '99999' },
    { state: 'ZZ' },
    { state: 'NC', county: 'Cook' },
    { zip: '27601', state: 'VA' },
    {},
  ])('%o is unresolved with a reason', async (query) => {
    const resolution = await ask(query);
    expect(resolution.state).toBe('unresolved');
    expect('reason' in resolution && resolution.reason.length).toBeGreaterThan(10);
    expect(resolution.subject).toMatchObject({ precision: 'unknown', candidates: [] });
  });

  it('gives no county silently where the signals split: the candidates come along', async () => {
    const { subject } = await ask({ place: 'Fairfax, VA' });
    expect(subject.countyCandidates.map(({ fips }) => fips)).toEqual(expect.arrayContaining(['51600', '51059']));
  });
});

describe('a place that is no ground of the United States', () => {
  it.each(['Canada', 'Toronto, Canada', 'Paris, France', '10 Rue de Rivoli, Paris, France'])(
    '%s is said to be outside',
    async (address) => {
      const found = await ask({ address });
      expect(found.state).toBe('unresolved');
      expect(found).toMatchObject({ reason: expect.stringMatching(/outside the United States; only the US states/) });
    },
  );

  it.each(['Georgia', 'Paris, TX', 'Mexico Beach, FL', 'Guam', 'Puerto Rico'])('%s is not', async (address) => {
    expect((await ask({ address })).state).toBe('resolved');
  });

  it('a post office box is known by its ZIP alone, and why', async () => {
    const found = await ask({ address: 'PO Box 12, Raleigh, NC 27601' });
    expect(found).toMatchObject({ state: 'resolved', subject: { precision: 'area', zip: '27601' } });
    expect(found).toMatchObject({ coarse: expect.stringMatching(/post office box has no location/) });
  });

  it.each(['PO Box 12', 'P.O. Box 12, Nowhereville, ZZ'])('%s alone is no place, and says what is', async (address) => {
    expect(await ask({ address })).toMatchObject({
      state: 'unresolved',
      reason: 'A post office box is no place: give the street address of the property.',
    });
  });
});

describe('hostile text', () => {
  it('never throws, is never made a point, and comes back clean in the reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 300, unit: 'binary' }), async (text) => {
        const resolution = await place.resolve({ place: text }, unansweringSources);
        expect(['area', 'unknown']).toContain(resolution.subject.precision);
        if ('reason' in resolution) expect(resolution.reason).toBe(cleanText(resolution.reason));
      }),
      { numRuns: 300 },
    );
  });
});
