import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/kernel/time.ts';
import {
  annualDayIn,
  annualDayWords,
  daysBetween,
  firstOfMonth,
  nearestAnnualDay,
  nextAnnualDay,
  weekdayOf,
} from '../../src/rules/calendar-dates.ts';

const anyDate = fc
  .date({ min: new Date('1960-01-01T00:00:00Z'), max: new Date('2140-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('calendar dates', () => {
  test('leap years and month ends', () => {
    expect(addDays('2028-01-31', 30)).toBe('2028-03-01');
    expect(addDays('2027-01-31', 30)).toBe('2027-03-02');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2100-02-28', 1)).toBe('2100-03-01');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(firstOfMonth('2026-01-31', 1)).toBe('2026-02-01');
    expect(firstOfMonth('2026-11-30', 2)).toBe('2027-01-01');
    expect(firstOfMonth('2026-01-15', -1)).toBe('2025-12-01');
    expect(weekdayOf('2026-11-21')).toBe('Saturday');
  });

  test('nth weekdays, counted by hand', () => {
    expect(annualDayIn(2026, { month: 8, nth: 3, weekday: 'Monday' })).toBe('2026-08-17');
    expect(annualDayIn(2026, { month: 6, nth: 4, weekday: 'Monday' })).toBe('2026-06-22');
    expect(annualDayIn(2026, { month: 5, nth: 4, weekday: 'Tuesday' })).toBe('2026-05-26');
    expect(annualDayIn(2027, { month: 2, nth: 1, weekday: 'Monday' })).toBe('2027-02-01');
    expect(annualDayWords({ month: 8, nth: 3, weekday: 'Monday' })).toBe('third Monday of August');
  });

  test('adding days and counting them are inverse', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
      }),
    );
  });

  test('an nth weekday is that weekday, in its week of the month', () => {
    const weekday = fc.constantFrom('Monday' as const, 'Tuesday' as const, 'Friday' as const, 'Sunday' as const);
    fc.assert(
      fc.property(
        fc.integer({ min: 1960, max: 2140 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        weekday,
        (year, month, nth, name) => {
          const date = annualDayIn(year, { month, nth, weekday: name });
          expect(weekdayOf(date)).toBe(name);
          expect(Math.ceil(Number(date.slice(8)) / 7)).toBe(nth);
        },
      ),
    );
  });

  test('the next such day is never before, the nearest one at most half a year away', () => {
    const annual = { month: 4, day: 1 };
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = nextAnnualDay(annual, date);
        expect(next >= date && daysBetween(date, next) <= 366).toBe(true);
        expect(Math.abs(daysBetween(date, nearestAnnualDay(annual, date)))).toBeLessThanOrEqual(183);
      }),
    );
  });
});
