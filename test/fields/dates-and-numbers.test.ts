import { expect, test } from 'vitest';
import { dateOf, dayOfEpoch, instantOf } from '../../src/fields/dates.ts';
import { numberOf, present } from '../../src/fields/numbers.ts';

test.each([-9999, -999, -999999, -666666666, 253392451200000, '-9999', '-9999.0', '.', '*', ' ', '', null, Number.NaN])(
  'the filler %s is not a value',
  (filler) => {
    expect(present(filler)).toBeUndefined();
    expect(numberOf(filler)).toBeUndefined();
    expect(dateOf(filler)).toBeUndefined();
  },
);

test('zero, false and ordinary negatives are values', () => {
  expect([present(0), present(false), numberOf(0), numberOf('-12.5')]).toEqual([0, false, 0, -12.5]);
});

test.each([
  ['1,234.50', 1234.5],
  ['+38.9', 38.9],
  ['$ 1,000', 1000],
  ['$123,456', 123_456],
  ['(1,200)', -1200],
  ['25%', 25],
  ['1e3', 1000],
  ['12 ft', undefined],
  ['0x10', undefined],
  [true, undefined],
])('number out of %s', (text, number) => expect(numberOf(text)).toBe(number));

test.each([
  [1_160_956_800_000, '2006-10-16'],
  [-86_400_000_000, '1967-04-07'],
  ['2026-11-03T00:00:00.000Z', '2026-11-03'],
  ['2026-11-03 23:59:59', '2026-11-03'],
  ['20261103', '2026-11-03'],
  [20261103, '2026-11-03'],
  ['11/3/2026', '2026-11-03'],
  ['11/03/2026 12:00:00 AM', '2026-11-03'],
  ['1160956800000', '2006-10-16'],
  // Davidson County TN and Middlesex County NJ: years of two digits, names of months, 14 digits
  ['03/15/21', '2021-03-15'],
  ['03/15/78', '1978-03-15'],
  ['15-MAR-21', '2021-03-15'],
  ['March 15, 2021', '2021-03-15'],
  ['20210315000000', '2021-03-15'],
  ['2021-3-5', '2021-03-05'],
  ['210315', undefined],
  ['0001-01-01T00:00:00', undefined],
  ['9999-12-31', undefined],
  [253_370_764_800_000, undefined],
  ['2026-02-30', undefined],
  ['13/13/2026', undefined],
  [2026, undefined],
  [0, undefined],
  ['yesterday', undefined],
])('date out of %s', (value, date) => expect(dateOf(value)).toBe(date));

test('moments keep their zone or are refused', () => {
  expect(instantOf('2026-11-03T10:00:00-05:00')).toBe('2026-11-03T15:00:00.000Z');
  expect(instantOf('2026-11-03T10:00:00')).toBeUndefined();
  expect(instantOf(1_160_956_800_000)).toBe('2006-10-16T00:00:00.000Z');
  expect(dayOfEpoch('1160956800000')).toBe('2006-10-16');
});

test('a moment becomes the day at the place; a day without a time keeps its date', () => {
  // Indianapolis service request of 23:53 local time
  expect(dateOf(Date.parse('2026-08-24T03:53:00Z'), 'America/Indiana/Indianapolis')).toBe('2026-08-23');
  expect(dateOf('2026-08-24T03:53:00.000Z', 'America/Indiana/Indianapolis')).toBe('2026-08-23');
  expect(dateOf(Date.parse('2026-08-24T00:00:00Z'), 'America/Indiana/Indianapolis')).toBe('2026-08-24');
  expect(dateOf(Date.parse('2026-08-24T04:00:00Z'), 'America/New_York')).toBe('2026-08-24');
  expect(dateOf('2026-08-24T23:53:00', 'America/Los_Angeles')).toBe('2026-08-24');
  expect(dateOf('2026-08-24T23:53:00-04:00', 'America/Los_Angeles')).toBe('2026-08-24');
});

test('forms that nothing tells apart are read by their format alone', () => {
  expect(dateOf('210315', undefined, 'yymmdd')).toBe('2021-03-15');
  expect(dateOf(70315, undefined, 'yymmdd')).toBe('2007-03-15');
  expect(dateOf(1_160_956_800, undefined, 'epochSeconds')).toBe('2006-10-16');
});
