import { describe, expect, test } from 'vitest';
import type { OwnerAction } from '../../../src/products/owner-action-brief/actions.ts';
import { calendarOf, foldLine } from '../../../src/products/owner-action-brief/calendar.ts';

const action: OwnerAction = {
  verification: {
    word: 'official_page',
    means: 'an official page, read in a stored copy',
    confirm: {
      action: 'Confirm the dates; of this year',
      with: 'Revenue Department, billing',
      url: 'https://example.gov/a',
    },
  },
  date: '2027-01-06',
  daysFromToday: 46,
  what: 'Property tax, charge for late payment',
  reminders: ['2026-12-07', '2026-12-30', '2027-01-05'],
  tool: 'svc_tax_calendar',
  citation: { sourceName: 'Statute\\text', sourceUrl: 'https://example.gov/', fetchedAt: '2026-11-21' },
};
const now = new Date('2026-11-21T12:00:00.000Z');
const textOf = (actions: readonly OwnerAction[]) => calendarOf(actions, '1 Main St, Anytown', now)?.text ?? '';

/** Content lines with their continuations put together, as RFC 5545 section 3.1 says. */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n');
const propertyOf = (text: string, name: string) =>
  linesOf(text)
    .find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    ?.slice(name.length);

describe('the calendar file', () => {
  test('is one object with an all-day event and an alarm for each reminder', () => {
    const text = textOf([action]);
    expect(linesOf(text)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//place-records//owner action brief//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:[0-9a-f]{32}@place-records$/),
      'DTSTAMP:20261121T120000Z',
      'DTSTART;VALUE=DATE:20270106',
      'DTEND;VALUE=DATE:20270107',
      'SUMMARY:Property tax\\, charge for late payment',
      expect.stringMatching(
        /^DESCRIPTION:Before acting: Confirm the dates\\; of this year\\, Revenue Department\\, billing/,
      ),
      'URL:https://example.gov/',
      'TRANSP:TRANSPARENT',
      ...[30, 7, 1].flatMap((days) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'DESCRIPTION:Property tax\\, charge for late payment',
        `TRIGGER:-P${days}D`,
        'END:VALARM',
      ]),
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  test('escapes text and says how the day is known, from where, and what speaks against it', () => {
    const description = propertyOf(textOf([{ ...action, caution: 'Exempt; ask' }]), 'DESCRIPTION') ?? '';
    expect(description).toContain('\\nExempt\\; ask\\n');
    expect(description).toContain('How the day is known: an official page\\, read in a stored copy.');
    expect(description).toContain('Source: Statute\\\\text\\, read 2026-11-21.');
  });

  test('ends every line with CRLF and folds at 75 octets without cutting a character', () => {
    const long = { ...action, what: `Ünïcödé ${'é'.repeat(120)}` };
    const text = textOf([long]);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(propertyOf(text, 'SUMMARY')).toBe(`:${long.what}`);
    expect(foldLine('a'.repeat(75))).toBe('a'.repeat(75));
    expect(foldLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`);
  });

  test('keeps the id of a day, so that a later file replaces it, and gives another to another day', () => {
    const [same, again, other] = [
      action,
      { ...action, daysFromToday: 3, reminders: [] },
      { ...action, date: '2027-01-07' },
    ];
    expect(propertyOf(textOf([again]), 'UID')).toBe(propertyOf(textOf([same]), 'UID'));
    expect(propertyOf(textOf([other]), 'UID')).not.toBe(propertyOf(textOf([same]), 'UID'));
  });

  test('is absent without actions', () => {
    expect(calendarOf([], 'a place', now)).toBeUndefined();
  });
});
