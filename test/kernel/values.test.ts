import { expect, test } from 'vitest';
import { dateOf, dateOfEpochMs, instantOf, measured, present } from '../../src/kernel/values.ts';

test.each([-9999, -999, -999999, -666666666, 253392451200000, '-9999', '-9999.0', '.', '*', ' ', '', null, Number.NaN])(
  'the filler %s is not a value',
  (filler) => {
    expect(present(filler)).toBeUndefined();
    expect(measured(filler)).toBeUndefined();
    expect(dateOf(filler)).toBeUndefined();
  },
);

test('zero, false and ordinary negatives are values', () => {
  expect([present(0), present(false), measured(0), measured('-12.5')]).toEqual([0, false, 0, -12.5]);
});

test.each([
  ['1,234.50', 1234.5],
  ['+38.9', 38.9],
  ['$ 1,000', 1000],
  ['1e3', 1000],
  ['12 ft', undefined],
  ['0x10', undefined],
  [true, undefined],
])('number out of %s', (text, number) => expect(measured(text)).toBe(number));

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
  expect(dateOfEpochMs('1160956800000')).toBe('2006-10-16');
});
