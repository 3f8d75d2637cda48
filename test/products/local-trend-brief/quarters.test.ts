import { describe, expect, test } from 'vitest';
import {
  countQuarters,
  countRegister,
  countTypes,
  fullQuarters,
  quartersBefore,
  toldQuarters,
  yearOnYear,
} from '../../../src/products/local-trend-brief/counted.ts';

const quarters = quartersBefore(new Date('2026-11-21T12:00:00Z'), 8);
/** As many records as each quarter is to have, oldest first. */
const daysOf = (counts: readonly number[]) =>
  counts.flatMap((count, at) => Array.from({ length: count }, () => quarters[at]?.until ?? ''));
const counted = (counts: readonly number[]) =>
  quarters.slice(0, counts.length).map((quarter, at) => ({ ...quarter, count: counts[at] ?? 0 }));

describe('quarters', () => {
  test('are complete and end before the day', () => {
    expect(quarters.map(({ name }) => name)).toEqual([
      '2024-Q4',
      '2025-Q1',
      '2025-Q2',
      '2025-Q3',
      '2025-Q4',
      '2026-Q1',
      '2026-Q2',
      '2026-Q3',
    ]);
    expect(quarters[0]).toEqual({ name: '2024-Q4', from: '2024-10-01', until: '2024-12-31' });
    expect(quartersBefore(new Date('2026-01-01T00:00:00Z'), 1)).toEqual([
      { name: '2025-Q4', from: '2025-10-01', until: '2025-12-31' },
    ]);
  });

  test('are left out before the first and after the last record, and count nothing between them as none', () => {
    const days = ['2025-04-01', '2025-06-30', '2025-05-05', '2025-07-01', '2025-09-30T23:00:00Z', '2026-02-02'];
    const found = countQuarters(days, quarters);
    expect(found.map(({ name, count }) => [name, count])).toEqual([
      ['2025-Q2', 3],
      ['2025-Q3', 2],
      ['2025-Q4', 0],
      ['2026-Q1', 1],
    ]);
    expect(fullQuarters(found)).toBe(1);
    expect(countQuarters([], quarters)).toEqual([]);
  });
});

describe('counts of 1 and 2', () => {
  const told = (counts: readonly number[], withSum: boolean) => {
    const { quarters: shown, sumIsTold } = toldQuarters(counted(counts), withSum);
    return [shown.map(({ records }) => records), sumIsTold];
  };

  test.each([
    [
      'become words, and nothing else is held back without a sum',
      [5, 2, 0, 4],
      false,
      [5, 'fewer than 3', 0, 4],
      false,
    ],
    [
      'of which one alone would follow from the sum take another with them',
      [5, 2, 0, 4],
      true,
      [5, 'fewer than 3', 0, 'not shown'],
      true,
    ],
    ['of which several leave it open stand alone', [1, 2, 6, 0], true, ['fewer than 3', 'fewer than 3', 6, 0], true],
    [
      'that are all 1 would follow from their sum',
      [1, 1, 6, 9],
      true,
      ['fewer than 3', 'fewer than 3', 'not shown', 9],
      true,
    ],
    [
      'that are all 2 would follow from their sum',
      [2, 2, 6, 9],
      true,
      ['fewer than 3', 'fewer than 3', 'not shown', 9],
      true,
    ],
    [
      'that the smallest other count would give away take the next ones too',
      [1, 3, 3, 9],
      true,
      ['fewer than 3', 'not shown', 'not shown', 'not shown'],
      true,
    ],
    ['lose their sum where nothing is left to hold back', [0, 2, 0, 0], true, [0, 'fewer than 3', 0, 0], false],
    ['that do not occur hold nothing back', [3, 0, 4, 5], true, [3, 0, 4, 5], true],
  ])('%s', (_, counts, withSum, expected, sum) => {
    expect(told(counts, withSum)).toEqual([expected, sum]);
  });

  test('never follow from what is reported, whatever the counts of a year', () => {
    const values = [0, 1, 2, 3, 4, 7];
    const years = values.flatMap((a) => values.flatMap((b) => values.flatMap((c) => values.map((d) => [a, b, c, d]))));
    for (const year of years) {
      const { quarters: shown, sumIsTold } = toldQuarters(counted(year), true);
      const sum = year.reduce((total, count) => total + count, 0);
      const small = year.flatMap((count, at) => (count === 1 || count === 2 ? [at] : []));
      for (const at of small) expect(shown[at]?.records).toBe('fewer than 3');
      if (!sumIsTold || small.length === 0) continue;
      const toldSum = shown.reduce((total, { records }) => total + (typeof records === 'number' ? records : 0), 0);
      const larger = shown.filter(({ records }) => records === 'not shown').length;
      // a reader tries every pair of 1 and 2 for the small ones: what is left must fit the larger ones, 3 or more each
      const rest = (tried: readonly number[]) => sum - toldSum - tried.reduce((total, count) => total + count, 0);
      const tries = small.reduce<number[][]>(
        (all) =>
          all.flatMap((one) => [
            [...one, 1],
            [...one, 2],
          ]),
        [[]],
      );
      const fits = tries.filter((tried) => (larger === 0 ? rest(tried) === 0 : rest(tried) >= 3 * larger));
      for (const at of small.keys()) {
        expect(new Set(fits.map((tried) => tried[at])), `${year}`).toEqual(new Set([1, 2]));
      }
    }
  });
});

describe('twelve months against the twelve before', () => {
  test('are summed where every quarter of them is counted', () => {
    expect(yearOnYear(countQuarters(daysOf([1, 2, 3, 4, 5, 6, 7, 8]), quarters), quarters)).toEqual({
      latest: { from: '2025-10-01', until: '2026-09-30', count: 26 },
      before: { from: '2024-10-01', until: '2025-09-30', count: 10 },
    });
  });

  test('lack the year that the register may not reach, and both where it ends earlier', () => {
    const late = yearOnYear(countQuarters(daysOf([0, 0, 3, 4, 5, 6, 7, 8]), quarters), quarters);
    expect(late).toEqual({ latest: { from: '2025-10-01', until: '2026-09-30', count: 26 } });
    expect(yearOnYear(countQuarters(daysOf([1, 2, 3, 4, 5, 6, 7, 0]), quarters), quarters)).toEqual({});
  });
});

describe('types', () => {
  const records = [
    ...Array.from({ length: 4 }, () => ({ day: '2026-05-05', type: 'A' })),
    ...Array.from({ length: 3 }, () => ({ day: '2025-02-02', type: 'A' })),
    { day: '2026-05-05', type: 'B' },
    { day: '2026-05-06', type: undefined },
  ];
  const years = {
    latest: { from: '2025-10-01', until: '2026-09-30', count: 6 },
    before: { from: '2024-10-01', until: '2025-09-30', count: 3 },
  };

  test('are counted for both years, and what names no type stands as not stated', () => {
    expect(countTypes(records, quarters, years, false)).toEqual([
      { type: 'A', records: 7, latest: 4, before: 3 },
      { type: 'B', records: 1, latest: 1, before: 0 },
      { type: 'not stated', records: 1, latest: 1, before: 0 },
    ]);
  });

  test('with so few incidents that they could point at a person stand together, in the last year alone', () => {
    expect(countTypes(records, quarters, years, true)).toEqual([
      { type: 'A', latest: 4 },
      { type: undefined, latest: 2 },
    ]);
    expect(countTypes(records, quarters, {}, true)).toEqual([]);
  });

  test('beyond eight stand together', () => {
    const many = Array.from({ length: 11 }, (_, at) => ({
      day: '2026-05-05',
      type: `T${String(at).padStart(2, '0')}`,
    }));
    const counts = countTypes(many, quarters, {}, false);
    expect([counts.length, counts.at(-1)]).toEqual([9, { type: undefined, records: 3 }]);
  });
});

test('a register of public documents tells every count and their sum, one of incidents only what points at no one', () => {
  const rows = daysOf([4, 4, 4, 4, 5, 1, 0, 6]).map((occurredAt) => ({ occurredAt, fields: { type: 'A' } }));
  const open = countRegister(rows, quarters, false);
  expect(open?.quarters.map(({ records }) => records)).toEqual([4, 4, 4, 4, 5, 1, 0, 6]);
  expect([open?.total, open?.years.latest?.count, open?.years.before?.count, open?.full]).toEqual([28, 12, 16, 6]);
  const incidents = countRegister(rows, quarters, true);
  expect(incidents?.quarters.map(({ records }) => records)).toEqual([4, 4, 4, 4, 'not shown', 'fewer than 3', 0, 6]);
  expect([incidents?.total, incidents?.years.latest?.count, incidents?.full]).toEqual([undefined, 12, 6]);
  expect(countRegister([], quarters, false)).toBeUndefined();
});
