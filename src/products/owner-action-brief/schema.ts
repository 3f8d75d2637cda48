import { z } from 'zod';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { itemsField } from '../shared/items.ts';

const OwnerActionSchema = z.strictObject({
  verification: z
    .strictObject({
      word: z.string().optional().describe('How far the row behind the date is checked, as its table says'),
      means: z.string(),
      confirm: z
        .strictObject({ action: z.string(), with: z.string(), url: z.url().optional() })
        .describe('Where to confirm the day before acting on it'),
    })
    .describe('Read first: a day is only as good as the row behind it'),
  date: z.iso.date(),
  daysFromToday: z.int().describe('Negative: the day has passed'),
  what: z.string(),
  caution: z.string().optional().describe('What the records of the parcel say against it'),
  reminders: z.array(z.iso.date()).describe('30, 7 and 1 days before it, as far as they lie ahead'),
  tool: z.string().describe('The free tool that states the date'),
  citation: SectionCitationSchema,
});

export type OwnerAction = z.infer<typeof OwnerActionSchema>;

const CalendarSchema = z.strictObject({
  mediaType: z.literal('text/calendar'),
  fileName: z.string(),
  text: z.string().describe('iCalendar (RFC 5545): one all-day event per action, with its reminders'),
});

/** The days that the sections of a brief state, in the order of the calendar and in no other. */
export const ownerActionFields = {
  asOf: z.iso.date(),
  until: z.iso.date().describe('Last day of the period requested'),
  noticeDate: z.iso.date().optional().describe('As given; appeal dates are counted from it'),
  actions: z.array(OwnerActionSchema).describe('Days from asOf to until, soonest first'),
  passed: z.array(OwnerActionSchema).describe('Days that the same sections state and that lie before asOf'),
  datesLeftOut: z.int().describe('Dates after until, which stand in the sections only'),
  calendar: CalendarSchema.optional().describe('The actions as a file for a calendar; absent without actions'),
  ...itemsField,
};

const fields = z.strictObject(ownerActionFields);
export type OwnerActionFields = z.infer<typeof fields>;
