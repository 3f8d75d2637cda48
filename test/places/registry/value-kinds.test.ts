import { expect, it } from 'vitest';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import { readDataTable } from '../../../src/kernel/data-file.ts';
import { assemble } from '../../../src/places/lanes/parcel-assemble.ts';
import { factsOfRows } from '../../../src/places/lanes/parcel-facts.ts';
import type { LaneRow } from '../../../src/places/lanes/reader.ts';
import { shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { geoidOf, shippedPlaces } from '../../../src/places/registry/load.ts';
import { sourcesOf } from '../../../src/places/schema/jurisdiction.ts';
import { valueKinds } from '../../../src/places/schema/lane-fields.ts';
import { columnsOfField, meansOf } from '../../../src/places/schema/lane-table.ts';

const values = ['landValue', 'buildingValue', 'totalValue'] as const;
const layers = shippedLayers.everyPlace();

function layer(geoid: string, at = 0) {
  const place = layers.find((one) => geoidOf(one) === geoid);
  const source = place && sourcesOf(place, 'parcel')[at];
  if (!source) throw new Error(`no layer ${geoid}`);
  return source;
}

it('each kind of value has its words', () => {
  expect(readDataTable('jurisdictions/value-kinds.csv').map(({ kind }) => kind)).toEqual([...valueKinds]);
});

it('every value of every layer and place file says its kind, one for the whole record', () => {
  for (const place of [...layers, ...shippedPlaces.all()]) {
    for (const source of sourcesOf(place, 'parcel')) {
      const kinds = values.filter((name) => name in source.fields).map((name) => meansOf(source, name));
      expect(kinds.length === 0 || valueKinds.some((kind) => kind === kinds[0]), source.cardId).toBe(true);
      expect(new Set(kinds).size, source.cardId).toBeLessThan(2);
    }
  }
});

/** Layers whose columns are of several kinds, by the notes that came with them: what is read of each. */
it.each<[place: string, geoid: string, kind: string, columns: string]>([
  ['Wisconsin', '55', 'assessed_ratio', 'LNDVALUE IMPVALUE CNTASSDVALUE'],
  ['New York', '36', 'assessed_ratio', 'LAND_AV TOTAL_AV'],
  ['Harris TX', '48201', 'market', 'land_value bld_value total_market_val'],
  ['Dallas TX', '48113', 'market', 'LNDVALUE IMPVALUE'],
  ['Broward FL', '12011', 'market', 'JUST_LAND_VALUE'],
  ['Alameda CA', '06001', 'capped', 'Land Imps'],
  ['Jefferson AL', '01073', 'prior_year_market', 'PrevParcelLand PrevParcelImp PrevParcelTotal'],
  ['Leon FL', '12073', 'prior_year_market', 'PYR_MARKET'],
  ['Connecticut', '09', 'market', 'Appraised_Land Appraised_Building Appraised_Total'],
  ['New Jersey', '34', 'assessed_ratio', 'LAND_VAL IMPRVT_VAL'],
])('%s: values of one kind', (_, geoid, kind, columns) => {
  const source = layer(geoid);
  expect(values.flatMap((name) => columnsOfField(source, name)).join(' ')).toBe(columns);
  expect(values.filter((name) => name in source.fields).map((name) => meansOf(source, name))).toContain(kind);
});

it.each<[place: string, geoid: string, at: number, date: string | undefined, means: string]>([
  ['Travis TX', '48453', 0, 'deed_date', 'deed'],
  ['Durham NC', '37063', 0, 'DEED_DATE', 'deed'],
  ['Cuyahoga OH', '39035', 0, 'last_transfer_date', 'transferred'],
  ['Oklahoma OK', '40109', 0, 'RecordedDate', 'recorded'],
])('%s: the date of a deed is not that of a sale', (_, geoid, at, date, means) => {
  const source = layer(geoid, at);
  expect(source.fields).not.toHaveProperty('lastSaleDate');
  expect(columnsOfField(source, 'deedDate')).toEqual([date]);
  expect(meansOf(source, 'deedDate')).toBe(means);
});

it('the date of any recorded document is neither (Alameda)', () => {
  expect(layer('06001').fields).not.toHaveProperty('lastSaleDate');
  expect(layer('06001').fields).not.toHaveProperty('deedDate');
});

it.each([
  ['Rhode Island', '44', ['TownCode', 'PlatLot']],
  ['New York', '36', ['SWIS_PRINT_KEY_ID']],
  ['Connecticut', '09', ['Link']],
  ['Virginia', '51', ['VGIN_QPID']],
])('%s: a record is known by a number that no other lot of the layer has', (_, geoid, columns) => {
  expect(columnsOfField(layer(geoid), 'recordId')).toEqual(columns);
});

it('a record that several sources make up has values of one kind: those of its own source', () => {
  const subject = {
    input: 'x',
    precision: 'point',
    latitude: 42,
    longitude: -73,
    countyAlternates: [],
    candidates: [],
  };
  const rows = (fields: object) => ({
    state: 'found' as const,
    data: [{ fields: { recordId: '1', parcelId: '1', ...fields }, recordId: '1', attributes: {} }] as never,
    citation: { sourceName: 'A', sourceUrl: 'https://example.gov/', fetchedAt: '2026-11-21T12:00:00Z' },
  });
  const laneOf = (geoid: string) => ({ source: layer(geoid), card: { name: geoid }, jurisdiction: {} }) as never;
  const record = (own: object) =>
    assemble(new AnswerBuilder(subject as never), {
      ...{ lane: laneOf('36'), parcel: rows(own), matchedBy: 'point', area: 'the point', limits: [] },
      details: [{ lane: laneOf('12011'), lookup: rows({ landValue: 90_000, yearBuilt: 1983 }) }],
    })?.facts;
  expect(record({ totalValue: 410_000 })).toMatchObject({ totalValue: { value: 410_000 }, yearBuilt: { value: 1983 } });
  expect(record({ totalValue: 410_000 })).not.toHaveProperty('landValue');
  expect(record({})?.landValue).toMatchObject({ value: 90_000, note: 'market value by the office, not a price' });
});

it('a figure says its kind, and a number that is not unique says so', () => {
  const row = (fields: object): LaneRow<'parcel'> =>
    ({ fields: { recordId: '5-12', parcelId: '12', ...fields }, recordId: '5-12', attributes: {} }) as never;
  expect(factsOfRows([row({ totalValue: 410_000 })], layer('36'), 'c1')).toMatchObject({
    totalValue: { value: 410_000, unit: 'USD', note: 'assessed value, a fraction of market', citation: 'c1' },
    parcelId: { value: '12', note: 'not unique in the layer, where this parcel is 5-12' },
  });
  const stLouis = layer('29510');
  expect(factsOfRows([row({ landValue: 9_500 })], stLouis, 'c1').landValue?.note).toBe(
    'assessed value, a fraction of market: 19 % (residential), 32 % (commercial)',
  );
  expect(factsOfRows([row({ deedDate: '2021-03-15' })], layer('39035'), 'c1').deedDate?.note).toBe(
    'day of the transfer',
  );
});
