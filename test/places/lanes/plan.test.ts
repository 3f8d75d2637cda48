import { describe, expect, it } from 'vitest';
import { planQuery } from '../../../src/places/lanes/plan.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import type { Lane, LaneSource } from '../../../src/places/schema/jurisdiction.ts';
import { type FieldEntry, faultsOfFields, laneTable } from '../../../src/places/schema/lane-table.ts';

const places = shippedPlaces.all();

function sourceOf(cardId: string): LaneSource {
  const source = places.flatMap((place) => place.sources).find((candidate) => candidate.cardId === cardId);
  if (!source) throw new Error(`no ${cardId}`);
  return source;
}
const where = (cardId: string, query: Parameters<typeof planQuery>[1]) => {
  const plan = planQuery(sourceOf(cardId), query);
  return plan.by === 'refused' ? plan : plan.where.join(' AND ');
};

describe('questions in the form each source takes', () => {
  it('pads a Cook PIN to 14 digits, and takes 10 digits as the land with all its accounts', () => {
    expect(where('cook-assessed-values', { key: '17-09-444-001-0000' })).toBe("(pin = '17094440010000')");
    expect(where('cook-assessed-values', { key: '1709444001' })).toBe("(starts_with(pin, '1709444001'))");
    // several: none may turn into "everything"
    expect(where('cook-assessed-values', { keys: ['1709444001', 'none', '17094440020000'] })).toBe(
      "(starts_with(pin, '1709444001') OR starts_with(pin, '17094440020000'))",
    );
  });
  it('splits a BBL into the columns and forms of each dataset', () => {
    expect(where('nyc-acris-legals', { key: '1000940020' })).toBe("((borough = '1' AND block = '94' AND lot = '20'))");
    expect(where('nyc-dob-violations', { key: '1000940020' })).toBe(
      "((boro = '1' AND block = '00094' AND lot = '00020'))",
    );
    expect(where('nyc-rolling-sales', { key: '3047040044' })).toBe(
      "((borough IN ('3', 'BROOKLYN') AND block = '4704' AND lot = '44'))",
    );
    // lots were seen in three widths
    expect(where('nyc-ecb-violations', { key: '1000940020' })).toBe(
      "((boro = '1' AND block IN ('00094', '94') AND lot IN ('00020', '0020', '20')))",
    );
    expect(where('nyc-pluto', { key: '1000940020' })).toBe('(BBL = 1000940020)');
  });
  it('looks for a PIN inside a list of PINs', () => {
    expect(where('chicago-permits', { key: '17094440010000' })).toBe("(pin_list like '%1709444001%')");
  });
  it('takes several keys in one question', () => {
    expect(where('nyc-acris-master', { keys: ['2019031500123001', '2008070100456001'] })).toBe(
      "(document_id IN ('2019031500123001', '2008070100456001'))",
    );
  });
  it('splits a street line where the source keeps it in several columns', () => {
    expect(where('chicago-permits', { address: '121 N LaSalle St, Chicago, IL' })).toBe(
      "street_number = '121' AND street_direction = 'N' AND street_name IN ('LASALLE ST', 'LASALLE STREET', 'LASALLE')",
    );
    expect(where('raleigh-parcel', { address: "12 O'Neal St" })).toBe(
      "UPPER(SITE_ADDRESS) IN ('12 O''NEAL ST', '12 O''NEAL STREET')",
    );
  });
  it('asks a street line in the spellings of publishers, with its half', () => {
    expect(where('nyc-pluto', { address: '350 5th Ave' })).toBe(
      "UPPER(Address) IN ('350 5TH AVE', '350 5TH AVENUE', '350 5 AVE', '350 5 AVENUE')",
    );
    expect(where('wake-parcel', { address: '100 Main St NW' })).toContain("'100 MAIN STREET NORTHWEST'");
    expect(where('chicago-permits', { address: '100 1/2 N Oak St' })).toContain("street_number = '100 1/2' AND");
    expect(where('cook-parcel-address', { address: '121 N LaSalle St' })).toBe(
      "prop_address_full IN ('121 N LASALLE ST', '121 N LASALLE STREET', '121 NORTH LASALLE ST', '121 NORTH LASALLE STREET') AND year >= '2024'",
    );
  });
  it('bounds dates in the column type of the source, moments one day wider than the days of the place', () => {
    const point = { latitude: 1, longitude: 1 };
    const query = { point, radiusMeters: 100, since: '2026-01-02', until: '2026-02-03' };
    expect(where('raleigh-nibrs', query)).toBe(
      "reported_date >= DATE '2026-01-01' AND reported_date <= TIMESTAMP '2026-02-04 23:59:59'",
    );
    expect(where('chicago-crimes', query)).toBe("date >= '2026-01-02T00:00:00' AND date <= '2026-02-03T23:59:59'");
    expect(where('nyc-dob-violations', { key: '1000940020', since: '2026-01-02' })).toContain(
      "issue_date >= '20260102'",
    );
    // text dates do not compare: they are bounded after reading
    expect(where('nyc-dob-bis-permits', { key: '1000940020', since: '2026-01-02' })).not.toContain('issuance_date');
  });
  it('keeps the fixed condition of the source', () => {
    expect(where('chicago-311', { point: { latitude: 1, longitude: 1 }, radiusMeters: 50 })).toBe(
      "sr_type != '311 INFORMATION ONLY CALL'",
    );
  });
  it('keeps a radius inside what the source allows', () => {
    const plan = planQuery(sourceOf('raleigh-permits'), { point: { latitude: 1, longitude: 1 }, radiusMeters: 90_000 });
    expect(plan.by === 'radius' && plan.radiusMeters).toBe(2000);
  });
  it('refuses a question that the source does not take, and says which it takes', () => {
    expect(where('cook-parcel-sales', { point: { latitude: 1, longitude: 1 }, radiusMeters: 50 })).toEqual({
      by: 'refused',
      reason: 'Cook County parcel sales can be queried by parcel only.',
    });
    expect(where('cook-appeals', { filters: { yearBuilt: 1 } })).toMatchObject({ by: 'refused' });
  });
  it('narrows by published names', () => {
    expect(where('cook-appeals', { filters: { townshipCode: '76', year: 2025 } })).toBe(
      "township_code = '76' AND year = '2025'",
    );
  });
  it('quotes whatever the caller wrote', () => {
    expect(where('nyc-acris-master', { key: "x' OR '1'='1" })).toBe("(document_id = 'x'' OR ''1''=''1')");
    expect(where('cook-appeals', { key: "' OR 1=1" })).not.toContain('OR');
  });
});

/** One value of a lane as an entry of a source reads it. */
const readAs = (raw: unknown, name: string, entry: Exclude<FieldEntry, string>, lane: Lane = 'parcel') => {
  const columns = Array.isArray(raw) ? Object.fromEntries(raw.map((cell, at) => ['abc'.charAt(at), cell])) : { a: raw };
  return laneTable({ cardId: 'a-source', lane, fields: { [name]: entry } }).read(columns)?.[name];
};

describe('values as the lane has them', () => {
  // publishers change their forms of dates, and some write two at a time
  it.each([
    [Date.parse('2026-03-02T05:00:00Z'), '2026-03-02'],
    ['2026-03-02T23:59:00.000', '2026-03-02'],
    ['2026-03-02', '2026-03-02'],
    ['3/2/2026', '2026-03-02'],
    ['03/02/2026 12:00:00 AM', '2026-03-02'],
    ['20260302', '2026-03-02'],
    ['20261302', undefined],
    ['02/30/2026', undefined],
    ['9999-12-31T00:00:00.000', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('the date %j is %s', (raw, day) => {
    expect(readAs(raw, 'deedDate', { column: 'a' })).toBe(day);
  });
  it.each([
    ['04/2019', '2019-04'],
    ['2025-05-01T00:00:00.000', '2025-05'],
    ['13/2019', undefined],
    ['2019', undefined],
  ])('the month %j is %s', (raw, month) => {
    expect(readAs(raw, 'occurredAt', { column: 'a', format: 'month' }, 'tax_distress')).toBe(month);
  });
  it('numbers with separators, 0 that states nothing and 0 that is real, codes, lists, digits and flags', () => {
    expect(readAs('1,150,000', 'totalValue', { column: 'a' })).toBe(1_150_000);
    expect(readAs('$1,150,000', 'totalValue', { column: 'a' })).toBe(1_150_000);
    for (const name of ['totalValue', 'lastSalePrice', 'yearBuilt', 'units', 'floors']) {
      expect(readAs(0, name, { column: 'a' }), name).toBeUndefined();
    }
    expect(readAs(0, 'lotArea', { column: 'a', unit: 'ft2' })).toBeUndefined();
    expect(readAs(0, 'totalValue', { column: 'a', zero: 'real' })).toBe(0);
    expect(readAs(0, 'totalDue', { column: 'a' }, 'tax_payment_status')).toBe(0);
    expect(readAs('1', 'lotArea', { column: 'a', unit: 'ft2', missingValues: [1] })).toBeUndefined();
    expect(readAs('05', 'landUse', { column: 'a', legend: { '05': 'Commercial' } })).toBe('Commercial');
    expect(readAs('99', 'landUse', { column: 'a', legend: { '05': 'Commercial' } })).toBe('99');
    expect(readAs(['1', null, 'X'], 'recordId', { column: ['a', 'b', 'c'], join: '-' })).toBe('1-X');
    expect(readAs(1000010010, 'parcelId', { column: 'a', format: 'digits' })).toBe('1000010010');
    expect(readAs('1000010010.0', 'parcelId', { column: 'a', format: 'digits' })).toBe('1000010010');
    expect(readAs('DUNCAN LN 419', 'siteAddress', { column: 'a', format: 'numberLast' })).toBe('419 DUNCAN LN');
    expect(readAs('YES', 'multiSale', { column: 'a' }, 'transfers')).toBe(true);
    expect(readAs('perhaps', 'multiSale', { column: 'a' }, 'transfers')).toBeUndefined();
  });
  it('keeps the allow-list and strips hidden characters', () => {
    const row = { PIN_NUM: '1\u202e23', OWNER: 'JANE Q PLANTED', SITE_ADDRESS: null };
    expect(laneTable(sourceOf('raleigh-parcel')).read(row)).toEqual({ recordId: '123', parcelId: '123' });
  });
  it('a date is published under its own name, once', () => {
    const table = laneTable({
      cardId: 'a-source',
      lane: 'permits',
      fields: { occurredAt: { column: 'A', means: 'filed' }, issuedAt: 'B' },
    });
    expect(table.columns).toEqual(['A', 'B']);
    expect(table.dated).toEqual({ field: 'filedAt', means: 'filed' });
    expect(table.read({ A: '2026-01-02', B: '2026-02-03' })).toEqual({ filedAt: '2026-01-02', issuedAt: '2026-02-03' });
  });
});

describe('an entry that contradicts its lane or itself is refused', () => {
  it.each<[string, Lane, Readonly<Record<string, FieldEntry>>, string]>([
    ['an unknown field', 'parcel', { color: 'A' }, 'the lane parcel has no field color'],
    ['an area without a unit', 'parcel', { lotArea: 'A' }, 'is of type area and has no unit'],
    ['a unit of what is no area', 'parcel', { units: { column: 'A', unit: 'ft2' } }, 'has a unit and is no area'],
    ['a date without its meaning', 'permits', { occurredAt: 'A' }, 'does not say which it is: filed, issued'],
    ['another meaning', 'permits', { issuedAt: { column: 'A', means: 'filed' } }, 'cannot be "filed": issued'],
    ['a meaning of a number', 'permits', { estimatedCost: { column: 'A', means: 'filed' } }, 'cannot be "filed"'],
    [
      'a value without its kind',
      'parcel',
      { totalValue: 'A' },
      'does not say which it is: market, assessed, assessed_ratio, capped, taxable_net, prior_year_market, unknown',
    ],
    [
      'values of two kinds',
      'parcel',
      { landValue: { column: 'A', means: 'assessed' }, totalValue: { column: 'B', means: 'market' } },
      'is of another kind than the parts: assessed, market',
    ],
    [
      'one date twice',
      'permits',
      { occurredAt: { column: 'A', means: 'issued' }, issuedAt: 'B' },
      'is the date issuedAt, which is stated for itself',
    ],
    [
      '0 that is real and missing',
      'parcel',
      { lastSalePrice: { column: 'A', zero: 'real', missingValues: [0] } },
      '0 is real and that 0 is missing',
    ],
  ])('%s', (_, lane, fields, fault) => {
    expect(faultsOfFields({ lane, fields }).map(([, clause]) => clause)).toEqual([expect.stringContaining(fault)]);
  });
});
