import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import type { VerifyNext } from '../../kernel/answer.ts';
import { addDays } from '../../kernel/time.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { verificationNotes } from '../../rules/cited-row.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { exemptCaution } from '../shared/parcel-record.ts';
import { datesIn, ownerChecks } from './dates.ts';

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

export const ownerActionFields = {
  asOf: z.iso.date(),
  until: z.iso.date().describe('Last day of the period requested'),
  noticeDate: z.iso.date().optional().describe('As given; appeal dates are counted from it'),
  actions: z.array(OwnerActionSchema).describe('Days from asOf to until, soonest first'),
  passed: z.array(OwnerActionSchema).describe('Days that the same sections state and that lie before asOf'),
  datesLeftOut: z.int().describe('Dates after until, which stand in the sections only'),
  calendar: CalendarSchema.optional().describe('The actions as a file for a calendar; absent without actions'),
};

const fields = z.strictObject(ownerActionFields);
export type OwnerActionFields = z.infer<typeof fields>;

const firstDay = '0000-01-01';
const reminderDays = [30, 7, 1];
const readHere = 'as its source stated it when it was read';

const meaningOf = (word: string | undefined): string =>
  Object.entries(verificationNotes).find(([known]) => known === word)?.[1] ?? readHere;

const confirmWith = (next: VerifyNext | undefined, { sourceName, sourceUrl }: OwnerAction['citation']): VerifyNext =>
  next ?? { action: 'Confirm the day on the page', with: sourceName, url: sourceUrl };

function actionsOf({ tool, answer }: PartReading, asOf: string, isExempt: boolean): readonly OwnerAction[] {
  const check = ownerChecks().find((one) => one.tool === tool);
  const days = check?.days && { ...check.days, words: check.action ?? check.days.words };
  const stated = datesIn(answer.facts, days, asOf, firstDay);
  return stated.flatMap(({ of: _of, citation: key, verification: word, ...action }) => {
    const cited = answer.citations[key];
    if (!cited) return [];
    const citation = sectionCitation(cited);
    const confirm = confirmWith(answer.verifyNext[0], citation);
    return [
      {
        verification: { ...(word && { word }), means: meaningOf(word), confirm },
        ...action,
        ...(isExempt && check?.isOfTaxed && { caution: exemptCaution }),
        reminders: reminderDays.map((before) => addDays(action.date, -before)).filter((day) => day >= asOf),
        tool,
        citation,
      },
    ];
  });
}

export interface ActionQuestion {
  /** YYYY-MM-DD. */
  readonly asOf: string;
  readonly withinDays: number;
  readonly noticeDate?: string | undefined;
  readonly isExempt: boolean;
}

/** The days that the answers state, in the order of the calendar, each once. Pure. */
export function ownerActions(
  readings: readonly PartReading[],
  { asOf, withinDays, noticeDate, isExempt }: ActionQuestion,
): Omit<OwnerActionFields, 'calendar'> {
  const until = addDays(asOf, withinDays);
  const stated = readings
    .flatMap((reading) => actionsOf(reading, asOf, isExempt))
    .filter((one, at, all) => !all.slice(0, at).some(({ date, what }) => date === one.date && what === one.what))
    .sort((a, b) => a.date.localeCompare(b.date, 'en') || a.what.localeCompare(b.what, 'en'));
  return {
    asOf,
    until,
    ...(noticeDate && { noticeDate }),
    actions: stated.filter(({ date }) => date >= asOf && date <= until),
    passed: stated.filter(({ date }) => date < asOf),
    datesLeftOut: stated.filter(({ date }) => date > until).length,
  };
}
