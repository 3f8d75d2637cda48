import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  area,
  code,
  computed,
  count,
  day,
  digits,
  flag,
  id,
  joined,
  joinedDigits,
  money,
  number,
  partName,
  point,
  sum,
  text,
  url,
  year,
} from '../../src/fields/define.ts';
import { compileField } from '../../src/fields/field.ts';
import { mirroredRows } from '../../src/fields/mirrored.ts';
import { type Refusal, refusalSentences } from '../../src/fields/scope.ts';
import { mirrorColumns, mirrorType, pickFields, type RowOf, table } from '../../src/fields/table.ts';

const lots = table('lots', {
  lotId: id(['PIN', 'pin'], { required: true }),
  name: text('NAME', { otherwise: 'name not stated' }),
  address: joined(['NUM', 'STREET']),
  use: code('USE', { legend: { R1: 'one family' } }),
  builtYear: year('YEAR'),
  totalValueUsd: money('TOTAL', { means: 'market' }),
  lotArea: area('AREA', { unit: 'ft2' }),
  vacant: flag('VACANT'),
  units: count('UNITS', { zero: 'missing' }),
  air: sum(['FUGITIVE', 'STACK'], { unit: 'lb' }),
  soldOn: day('SOLD', { means: 'sale' }),
  expiresOn: day('EXPIRES', { future: 'real' }),
  at: point('LAT', 'LON'),
  half: computed(['UNITS'], z.number(), ([units]) => (typeof units === 'number' ? units / 2 : undefined)),
});

const full = {
  pin: '12-34',
  NUM: 12,
  STREET: 'OAK ST',
  USE: 'R1',
  YEAR: 1950,
  TOTAL: '$250,000',
  AREA: 7064,
  VACANT: 'N',
  UNITS: 2,
  FUGITIVE: 1,
  STACK: 2.5,
  SOLD: '03/15/2021',
  EXPIRES: '2030-01-01',
  LAT: 35.7,
  LON: -78.6,
  OWNER: 'a person',
};

test('a row gives every value under its published name and nothing else', () => {
  const row: RowOf<typeof lots> | undefined = lots.read(full, { today: '2026-11-23' });
  expect(row).toEqual({
    lotId: '12-34',
    name: 'name not stated',
    address: '12 OAK ST',
    use: 'one family',
    builtYear: 1950,
    totalValueUsd: 250_000,
    lotArea: 7064,
    vacant: false,
    units: 2,
    air: 3.5,
    soldOn: '2021-03-15',
    expiresOn: '2030-01-01',
    at: { latitude: 35.7, longitude: -78.6 },
    half: 1,
  });
});

test('0 means "not stated" for years, money and areas, and for counts that say so', () => {
  const row = lots.read({ pin: '1', YEAR: 0, TOTAL: 0, AREA: '0', UNITS: 0, FUGITIVE: 0 });
  expect(row).toEqual({ lotId: '1', name: 'name not stated', air: 0, half: 0 });
  const paid = table('paid', { amountUsd: money('A', { zero: 'real' }) });
  expect(paid.read({ A: 0 })).toEqual({ amountUsd: 0 });
});

test('a row without a required value is no row', () => expect(lots.read({ NAME: 'x' })).toBeUndefined());

test('a value that breaks its row is left out and named', () => {
  const refusals: Refusal[] = [];
  const row = lots.read(
    { pin: '1', SOLD: '2026-12-24', YEAR: 20, AREA: -4, UNITS: 1.5 },
    { today: '2026-11-23', refusals },
  );
  expect(row).toEqual({ lotId: '1', name: 'name not stated', half: 0.75 });
  expect(refusals.map(({ field, why }) => [field, why])).toEqual([
    ['builtYear', 'range'],
    ['lotArea', 'range'],
    ['units', 'whole'],
    ['soldOn', 'future'],
  ]);
  expect(refusalSentences([...refusals, ...refusals]).at(-1)).toBe(
    'soldOn: a date lies after today; 2 such values are not shown.',
  );
});

test('a field that must agree with another is left out where it does not', () => {
  const agreed = table('agreed', { issuedOn: day('I'), filedOn: day('F') }, [
    {
      fields: ['issuedOn', 'filedOn'],
      rule: 'issuedOn is not before filedOn',
      check: ({ issuedOn, filedOn }) =>
        String(issuedOn) < String(filedOn)
          ? { field: 'issuedOn', why: 'order', reason: 'issued before it was filed' }
          : undefined,
    },
  ]);
  const refusals: Refusal[] = [];
  expect(agreed.read({ I: '2020-01-01', F: '2021-01-01' }, { refusals })).toEqual({ filedOn: '2021-01-01' });
  expect(refusals).toHaveLength(1);
});

test('columns, schema and mirror follow from the fields', () => {
  expect(lots.columns.slice(0, 5)).toEqual(['PIN', 'NAME', 'NUM', 'STREET', 'USE']);
  const shape = z.strictObject(lots.shape('lotId', 'soldOn'));
  expect(shape.safeParse({ lotId: '1' }).success).toBe(true);
  expect(shape.safeParse({ soldOn: '2020-01-01' }).success).toBe(false);
  const columns = mirrorColumns(lots);
  expect(Object.keys(columns)).toEqual(expect.arrayContaining(['latitude', 'longitude', 'lotId']));
  expect(columns).not.toHaveProperty('at');
  expect(['lotId', 'totalValueUsd', 'vacant', 'half'].map((name) => mirrorType(lots.fields[name as 'lotId']))).toEqual([
    'text',
    'real',
    'integer',
    'real',
  ]);
  expect(lots.fromMirror({ lotId: '1', name: 'x', vacant: 0, soldOn: null, latitude: 35.7, longitude: -78.6 })).toEqual(
    {
      lotId: '1',
      name: 'x',
      vacant: false,
      at: { latitude: 35.7, longitude: -78.6 },
    },
  );
  expect(pickFields({ a: 1, b: undefined, c: 3 }, 'c', 'b')).toEqual({ c: 3 });
});

test.each([
  [{ type: 'area', columns: ['A'] }, 'has no unit'],
  [{ type: 'money', columns: ['A'], zero: 'real', missingValues: [0] }, 'says that 0 is real and that 0 is missing'],
  [{ type: 'number', columns: ['A'], minimum: 5, maximum: 1 }, 'has a minimum above its maximum'],
  [{ type: 'text', columns: ['*'] }, 'names no column'],
  [{ type: 'text', columns: [] }, 'names no column'],
  [{ type: 'text', columns: ['A'], legend: { a: 'b' } }, 'has a legend and is not a code'],
  [{ type: 'count', columns: ['A'], zone: 'place' }, 'has a zone and is not a day'],
  [{ type: 'day', columns: ['A', 'B'] }, 'joins columns as day'],
] as const)('a row that contradicts itself is refused: %o', (row, fault) => {
  expect(() => compileField(row)).toThrow(fault);
});

test('a column or a published name about a person stops the table', () => {
  expect(() => table('lots', { label: text('OWNER_NAME') })).toThrow('lots reads a column about a person: OWNER_NAME');
  expect(() => table('lots', { ownerName: number('A') })).toThrow('lots publishes a field about a person: ownerName');
});

const counties = table('counties', {
  year: partName(),
  countyFips: joinedDigits(
    [
      ['STATE', 2],
      ['COUNTY', 3],
    ],
    { required: true },
  ),
  zip: digits('ZIP', 5),
  isRural: computed(['RURAL'], z.boolean(), ([cell]) => cell === 'Y'),
  at: point('LAT', 'LON', { missingValues: [77.7777] }),
});

test('codes of digits are filled with zeros, and anything longer or else is none', () => {
  const read = (row: object) => counties.read({ STATE: '1', COUNTY: 1, ...row }, { part: '2024' });
  expect(read({ ZIP: '2108.0', RURAL: 'Y' })).toEqual({
    year: '2024',
    countyFips: '01001',
    zip: '02108',
    isRural: true,
  });
  expect(read({ ZIP: '02108-1234' })).not.toHaveProperty('zip');
  expect([read({ COUNTY: 'total' }), read({ STATE: '' }), counties.read({ STATE: 1, COUNTY: 1 })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a position whose degrees mean "not known" is none, live and in the mirror', () => {
  expect(counties.read({ STATE: 1, COUNTY: 1, LAT: '77.7777', LON: '-78' }, { part: '1' })).not.toHaveProperty('at');
  const refusals: Refusal[] = [];
  const { latitude, longitude } = mirrorColumns(counties);
  const cells = [
    latitude?.read(['77.7777'], { refusals }, 'latitude'),
    latitude?.read(['0'], { refusals }, 'latitude'),
    longitude?.read(['-978'], { refusals }, 'longitude'),
  ];
  expect(cells).toEqual([undefined, undefined, undefined]);
  expect(refusals).toMatchObject([{ field: 'longitude', why: 'range' }]);
});

test('a row of the mirror with its distance, a computed flag as a flag', () => {
  const citation = { sourceName: 'Counties', sourceUrl: 'https://example.gov/counties', fetchedAt: '2026-11-23' };
  const stored = { year: '2024', countyFips: '01001', zip: null, isRural: 0, latitude: 32.5, longitude: -86.6 };
  const found = { state: 'found', data: [{ ...stored, distanceMeters: 7 }], citation } as const;
  expect(mirroredRows(counties, found)).toEqual({
    state: 'found',
    citation,
    data: [
      {
        year: '2024',
        countyFips: '01001',
        isRural: false,
        at: { latitude: 32.5, longitude: -86.6 },
        distanceMeters: 7,
      },
    ],
  });
});

test('a link is shown where it leads to the pages of its publisher', () => {
  const pages = table('pages', { anyUrl: url('URL'), ownUrl: url('URL', { host: 'epa.gov' }) });
  expect(pages.read({ URL: 'https://www.epa.gov/dwssa' })).toEqual({
    anyUrl: 'https://www.epa.gov/dwssa',
    ownUrl: 'https://www.epa.gov/dwssa',
  });
  expect(pages.read({ URL: 'https://notepa.gov/x' })).toEqual({ anyUrl: 'https://notepa.gov/x' });
  expect(pages.read({ URL: 'javascript:alert(1)' })).toEqual({});
  expect(() => text('URL', { host: 'epa.gov' })).toThrow(/has a host and is not a url/);
});

test('a closed legend, lower case and a position that a row must have', () => {
  const zones = table('zones', {
    meaning: code('ZONE', { legend: { AE: 'base flood elevation determined' }, closed: true }),
    unit: text('UNIT', { format: 'lowerCase' }),
    at: point('LAT', 'LON', { required: true }),
  });
  const place = { LAT: 35.7, LON: -78.6 };
  expect(zones.read({ ...place, ZONE: 'ae', UNIT: 'Feet' })).toMatchObject({
    meaning: 'base flood elevation determined',
    unit: 'feet',
  });
  expect(zones.read({ ...place, ZONE: 'Q' })).toEqual({ at: { latitude: 35.7, longitude: -78.6 } });
  expect(zones.read({ ZONE: 'AE', LAT: 0, LON: 0 })).toBeUndefined();
  expect(() => compileField({ type: 'code', columns: ['ZONE'], closed: true })).toThrow('has no legend');
});

test('the shape of a table has all of its values where none is named', () => {
  const zones = table('zones', { zone: code('ZONE', { required: true }), unit: text('UNIT') });
  expect(Object.keys(zones.shape('unit'))).toEqual(['unit']);
  const whole = z.strictObject(zones.shape());
  expect(whole.parse({ zone: 'AE' })).toEqual({ zone: 'AE' });
  expect(whole.safeParse({ unit: 'feet' }).success).toBe(false);
});

test('an identifier keeps the blanks inside of it, and its parts are joined', () => {
  const read = (row: Parameters<typeof compileField>[0], ...cells: unknown[]) =>
    compileField(row).read(cells, {}, 'id');
  expect(read({ type: 'id', columns: ['A'] }, ' 14 0044  LL0018 ')).toBe('14 0044  LL0018');
  expect(read({ type: 'text', columns: ['A'] }, ' 14 0044  LL0018 ')).toBe('14 0044 LL0018');
  expect(read({ type: 'id', columns: ['A', 'B', 'C'], join: '-' }, '1', null, 'X')).toBe('1-X');
});
