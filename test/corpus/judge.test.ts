import { describe, expect, it } from 'vitest';
import { openReaders } from './corpus.ts';
import { type Expectation, faultsIn, personsIn } from './judge.ts';
import { identityOf } from './recording.ts';

const row = {
  recordId: 'A-1',
  issuedAt: '2026-08-24',
  estimatedCost: 0,
  address: '1 MAIN ST',
  point: { latitude: 40.00001, longitude: -75 },
  discharge: { value: 535 },
};
const faults = (expected: Expectation, read: object = row) =>
  faultsIn({ state: 'found', rows: [read] }, expected).map(({ field }) => field);

describe('a reading held against what the raw body says', () => {
  it('is right where every field is as expected', () => {
    const rows = [{ id: 'A-1', issuedAt: '2026-08-24', 'discharge.value': 535, point: [40, -75] as const }];
    expect(faults({ count: 1, rows })).toEqual([]);
  });

  it.each([
    ['another day', { issuedAt: '2026-08-23' }, '0.issuedAt'],
    ['0 where the source states none', { estimatedCost: null }, '0.estimatedCost'],
    ['a field that is missing', { status: 'Issued' }, '0.status'],
    ['a point elsewhere', { point: [40.01, -75] }, '0.point'],
    ['a field that may be left out and is wrong', { 'address?': '2 MAIN ST' }, '0.address'],
    ['text that lacks a part', { words: { has: ['A-1', 'OAK'] } }, '0.words'],
    ['text with a part that it must not have', { address: { has: 'MAIN', lacks: '1 MAIN' } }, '0.address'],
    ['none of several', { issuedAt: { in: [null, '2026-08-23'] } }, '0.issuedAt'],
  ] as const)('is wrong by %s', (_what, wanted, field) => {
    expect(faults({ rows: [wanted as never] })).toEqual([field]);
  });

  it('may leave out what is marked so', () => {
    expect(faults({ rows: [{ 'status?': 'Issued' }] })).toEqual([]);
  });

  it('is wrong in its state, its count and its reason', () => {
    expect(faults({ state: 'empty' })).toEqual(['state']);
    expect(faults({ count: 2 })).toEqual(['count']);
    expect(faults({ reason: { has: 'refused' } })).toEqual(['reason']);
    expect(faults({ state: 'empty', or: 'found' })).toEqual([]);
  });

  it('is wrong with a person in it, whatever is expected', () => {
    expect(faults({ rows: [] }, { title: 'for REDACTED' })).toEqual(['person']);
    expect(faults({ rows: [] }, { title: ['PRIVATE OWNER (placeholder)'] })).toEqual(['person']);
    const raw = { rows: [{ OWNER_NAME: 'ROMAS REALTY LLC ', CITY: 'RALEIGH' }] };
    const read = { state: 'found', rows: [{ title: 'Shed for Romas Realty LLC, Raleigh' }] } as const;
    expect(faultsIn(read, {}, personsIn(raw)).map(({ got }) => got)).toEqual(['Shed for Romas Realty LLC, Raleigh']);
  });
});

describe('the readers of an address', () => {
  const readersOf = openReaders();
  const names = (address: string) => readersOf(new URL(address)).map(({ name }) => name);

  it.each([
    ['https://data.norfolk.gov/api/views/fahm-yuh4/rows.csv', ['norfolk-va-permits']],
    [
      'https://gismaps.wichita.gov/ageweb/rest/services/MISC/MABCD/FeatureServer/1/query?where=1=1',
      ['wichita-ks-permits'],
    ],
    ['https://phl.carto.com/api/v2/sql?q=SELECT a FROM permits WHERE b', ['philadelphia-permits']],
    ['https://data.boston.gov/api/3/action/datastore_search_sql?sql=SELECT * FROM "6ddcd912"', ['boston-ma-permits']],
    ['https://earthquake.usgs.gov/ws/designmaps/asce7-22.json?latitude=38', ['usgs-designmaps']],
    ['https://office.test/rest/services/Lots/MapServer/3/query', ['arcgis rows']],
    ['https://office.test/rest/services/Lots/MapServer/3?f=json', ['arcgis layer']],
    ['https://office.test/lots.csv', []],
  ])('%s', (address, expected) => {
    expect(names(address)).toEqual(expected);
  });

  it('are those of every lane that reads one layer', () => {
    expect(names('https://maps.wakegov.com/arcgis/rest/services/Property/Parcels/MapServer/0/query')).toEqual([
      'wake-parcel',
      'wake-assessment',
      'wake-last-sale',
      'wake-county-nc-parcels',
    ]);
  });

  it('are found by the layer, whatever the case and the operation', () => {
    expect(identityOf('https://A.test/X/MapServer/1/query?f=json')).toBe(identityOf('https://a.test/x/mapserver/1/'));
  });
});
