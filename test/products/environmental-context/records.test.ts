import { describe, expect, it } from 'vitest';
import type { RegisterEntry, RegisterReading } from '../../../src/answers/registers/reading.ts';
import type { PointSubject } from '../../../src/kernel/subject.ts';
import { recordsFindings } from '../../../src/products/environmental-context/gather.ts';
import { recordsSearch, type SearchedPlace } from '../../../src/products/environmental-context/records.ts';
import { sourceCard } from '../../../src/sources/cards.ts';

const tankCard = sourceCard('epa-ust-finder');

const citation = { sourceName: 'Register', sourceUrl: 'https://example.org/', fetchedAt: '2026-11-21T10:00:00Z' };
const here = { latitude: 35.7786, longitude: -78.6431 };
/** Straight north of the place; a degree of latitude is 111,195 m. */
const north = (meters: number) => ({ latitude: here.latitude + meters / 111_195, longitude: here.longitude });

const subject: PointSubject = {
  input: '222 W Hargett St, Raleigh, NC 27601',
  streetLine: '222 W HARGETT ST',
  precision: 'address',
  ...here,
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
};
const side = 0.0003;
const square = [
  [here.longitude - side, here.latitude - side],
  [here.longitude + side, here.latitude - side],
  [here.longitude + side, here.latitude + side],
  [here.longitude - side, here.latitude + side],
  [here.longitude - side, here.latitude - side],
] as const;
const place: SearchedPlace = { subject, rings: [square], parcelId: '1703' };
const bare: SearchedPlace = { subject: { input: 'point', ...point(subject) }, rings: [] };

function point({ input: _input, streetLine: _street, ...rest }: PointSubject) {
  return { ...rest, precision: 'point' as const };
}

const entry = (recordId: string, more: Partial<RegisterEntry>): RegisterEntry => ({
  types: ['tankReleases'],
  recordId,
  name: recordId,
  ...more,
});
const register = (entries: readonly RegisterEntry[], more: Partial<RegisterReading> = {}): RegisterReading => ({
  card: { ...tankCard, name: 'Register' },
  database: { name: 'UST Finder' },
  types: ['tankReleases'],
  radiusMeters: 805,
  lookup: entries.length > 0 ? { state: 'found', data: entries, citation } : { state: 'empty', citation },
  ...more,
});
const failed = (...types: RegisterReading['types']) =>
  register([], { types, lookup: { state: 'unavailable', source: 'Register', reason: 'HTTP 500' } });
const search = (readings: readonly RegisterReading[], at = place) => recordsSearch(readings, at, (name) => name);
const rowOf = (found: ReturnType<typeof search>, type: string) =>
  found.recordsByDistance.rows.find((row) => row.type === type);
const countsOf = (found: ReturnType<typeof search>, type: string) => {
  const row = rowOf(found, type);
  return [row?.onSiteCount, ...(row?.bands ?? []).map(({ count }) => count), row?.notPlacedCount];
};

describe('records of the place itself', () => {
  it('are those inside the outline and those that carry the very address, wherever their register puts them', () => {
    const found = search([
      register([
        entry('inside', { at: north(20) }),
        entry('addressed', { at: north(150), address: '222 West Hargett Street' }),
        entry('addressed, without a position', { address: '222 W HARGETT ST' }),
        entry('neighbor', { at: north(150), address: '230 W HARGETT ST' }),
      ]),
    ]);
    expect(found.onSite.map(({ recordId, matchedBy }) => [recordId, matchedBy])).toEqual([
      ['addressed, without a position', ['street_address']],
      ['inside', ['parcel_outline']],
      ['addressed', ['street_address']],
    ]);
    expect(found.nearby.map(({ recordId }) => recordId)).toEqual(['neighbor']);
    expect(countsOf(found, 'tankReleases')).toEqual([3, 1, 0, 0, 0]);
    // 20 m north of the middle of a square with sides of 67 m; 150 m are 117 m from its edge
    expect(found.onSite.map(({ outlineDistanceMeters }) => outlineDistanceMeters)).toEqual([undefined, 0, 117]);
  });

  it('are not counted where neither an address nor an outline is known', () => {
    const found = search([register([entry('near', { at: north(3), address: '222 W HARGETT ST' })])], bare);
    expect(found.recordsByDistance.siteKnownBy).toEqual([]);
    expect(rowOf(found, 'tankReleases')).not.toHaveProperty('onSite');
    expect(found.nearby.map(({ recordId }) => recordId)).toEqual(['near']);
  });
});

describe('the matrix', () => {
  it('counts each record in one band, up to the distance that was read, and those without a position apart', () => {
    const meters = [200, 202, 401, 403, 804, 806];
    const found = search([
      register([
        ...meters.map((away) => entry(`at ${away}`, { at: north(away) })),
        entry('nowhere', { locality: 'ZIP' }),
      ]),
    ]);
    expect(countsOf(found, 'tankReleases')).toEqual([0, 1, 2, 2, 1]);
    expect(rowOf(found, 'tankReleases')?.radiusMeters).toBe(805);
    expect(found.notPlaced.map(({ recordId, locality }) => [recordId, locality])).toEqual([['nowhere', 'ZIP']]);
  });

  it('lists what lies within the usual distance of its type and counts the rest', () => {
    const generators = [300, 500].map((away) => entry(`at ${away}`, { types: ['rcraGenerators'], at: north(away) }));
    const found = search([register(generators, { types: ['rcraGenerators'], radiusMeters: 1609 })]);
    expect(countsOf(found, 'rcraGenerators')).toEqual([0, 0, 1, 1, 0, 0]);
    expect(found.nearby.map(({ recordId }) => recordId)).toEqual(['at 300']);
  });

  it('tells a register that did not answer from one without a record', () => {
    const found = search([failed('tankReleases'), register([], { types: ['brownfields'] })]);
    expect(rowOf(found, 'tankReleases')).toMatchObject({ state: 'not_read', bands: [], radiusMeters: 0 });
    expect(rowOf(found, 'tankReleases')).not.toHaveProperty('onSite');
    expect(countsOf(found, 'brownfields')).toEqual([0, 0, 0, 0, 0]);
    // a copy that does not tell corrective action apart leaves its type unread
    expect(rowOf(found, 'rcraCorrective')?.state).toBe('not_read');
  });

  it('is read in part where one of two registers of a type failed', () => {
    const found = search([
      failed('pfasSites'),
      register([entry('a', { types: ['pfasSites'], at: north(90) })], { types: ['pfasSites'] }),
    ]);
    expect(rowOf(found, 'pfasSites')?.state).toBe('read_in_part');
  });
});

it('counts as listed beside it what is on a list of the state, and no release of the federal collection', () => {
  const beside = (recordId: string) => register([entry(recordId, { at: north(100) })]);
  const found = search([beside('federal'), { ...beside('state'), ofState: true }], { subject, rings: [] });
  expect(found.nearby.map(({ recordId, stateList }) => [recordId, stateList])).toEqual([
    ['federal', undefined],
    ['state', true],
  ]);
  expect(recordsFindings({ search: found }).map(({ id, recordIds }) => [id, recordIds])).toEqual([
    ['records.state_listed_near', ['state']],
  ]);
});

it('takes two records for one site by address or name within reach, and never two that only lack a name', () => {
  const bare = { types: ['tankReleases' as const], name: 'name not stated' };
  const found = search([
    register([
      { ...bare, at: north(110) },
      { ...bare, at: north(140) },
      entry('mill', { name: 'OLD MILL', at: north(300) }),
      entry('mill again', { name: 'Old Mill', at: north(400) }),
      entry('mill 2', { name: 'OLD MILL 2', at: north(410) }),
      entry('mill far away', { name: 'OLD MILL', at: north(700) }),
    ]),
  ]);
  expect(found.nearby.map(({ placeNumber }) => placeNumber)).toEqual([1, 2, 3, 3, 4, 5]);
});

it('gives records on one spot one number, nearest first, the place itself among them', () => {
  const found = search([
    register([
      entry('far', { at: north(300) }),
      entry('same spot', { at: north(100) }),
      entry('and again', { at: north(100), types: ['tanks'] }),
      entry('own', { at: north(10) }),
    ]),
  ]);
  expect([...found.onSite, ...found.nearby].map(({ recordId, placeNumber }) => [recordId, placeNumber])).toEqual([
    ['own', 1],
    ['and again', 2],
    ['same spot', 2],
    ['far', 3],
  ]);
});
