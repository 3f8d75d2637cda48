import { sha256 } from '../../kernel/canonical.ts';
import { addDays } from '../../kernel/time.ts';
import { daysBetween } from '../../rules/calendar-dates.ts';
import type { OwnerAction, OwnerActionFields } from './actions.ts';

const lineOctets = 75;

/** Text of a property: backslash, semicolon, comma and line ends are escaped (RFC 5545, section 3.3.11). */
const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n');

/** A content line in pieces of at most 75 octets, no character cut in two (RFC 5545, section 3.1). */
export function foldLine(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    // the space in front of a continued line counts
    if (octets + size > lineOctets) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}

const dayOf = (date: string) => date.replaceAll('-', '');
const momentOf = (now: Date) => `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** The same in every calendar of the same day and action, so that a second file replaces the first. */
const uidOf = ({ tool, date, what }: OwnerAction, place: string) =>
  `${sha256(`${place} ${tool} ${date} ${what}`).slice(0, 32)}@place-records`;

const alarm = (days: number, summary: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(summary)}`,
  `TRIGGER:-P${days}D`,
  'END:VALARM',
];

function eventOf(action: OwnerAction, place: string, stamp: string): readonly string[] {
  const { date, what, verification, caution, reminders, citation } = action;
  const { means, confirm } = verification;
  const { sourceName, sourceUrl } = citation;
  const said = [
    `Before acting: ${confirm.action}, ${confirm.with}${confirm.url ? ` (${confirm.url})` : ''}.`,
    ...(caution ? [caution] : []),
    `How the day is known: ${means}.`,
    `Source: ${sourceName}, read ${citation.fetchedAt.slice(0, 10)}.`,
    `Place: ${place}`,
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(action, place)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dayOf(date)}`,
    `DTEND;VALUE=DATE:${dayOf(addDays(date, 1))}`,
    `SUMMARY:${escaped(what)}`,
    `DESCRIPTION:${escaped(said.join('\n'))}`,
    `URL:${sourceUrl}`,
    'TRANSP:TRANSPARENT',
    ...reminders.flatMap((day) => alarm(daysBetween(day, date), what)),
    'END:VEVENT',
  ];
}

/**
 * The actions as one iCalendar object (RFC 5545): an all-day event for each, with an alarm for each of its reminders.
 * Undefined without actions. Pure.
 */
export function calendarOf(actions: readonly OwnerAction[], place: string, now: Date): OwnerActionFields['calendar'] {
  if (actions.length === 0) return undefined;
  const stamp = momentOf(now);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//place-records//owner action brief//EN',
    'CALSCALE:GREGORIAN',
    ...actions.flatMap((action) => eventOf(action, place, stamp)),
    'END:VCALENDAR',
  ];
  return { mediaType: 'text/calendar', fileName: 'owner-actions.ics', text: `${lines.map(foldLine).join('\r\n')}\r\n` };
}
