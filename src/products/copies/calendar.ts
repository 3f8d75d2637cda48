import { z } from 'zod';
import { isSoldCopy } from '../shared/copies/sold-copy.ts';
import type { ReportCopy, StoredCopy } from './stored.ts';

const withCalendar = z.object({ calendar: z.object({ mediaType: z.literal('text/calendar'), text: z.string() }) });

/** The iCalendar text (RFC 5545) that a sold body carries; undefined where it has none. Pure. */
export function calendarText(stored: StoredCopy): string | undefined {
  return isSoldCopy(stored) ? withCalendar.safeParse(stored.body).data?.calendar.text : undefined;
}

/** The same as a file that a calendar program subscribes to or imports. */
export function calendarCopy(stored: StoredCopy): ReportCopy | undefined {
  const text = calendarText(stored);
  return text === undefined ? undefined : { mediaType: 'text/calendar; charset=utf-8', bytes: Buffer.from(text) };
}
