import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import type { ContextPart } from '../../answers/context-parts.ts';
import type { VerifyNext } from '../../kernel/answer.ts';
import { textOf } from '../../kernel/text.ts';
import { addDays, dayMs } from '../../kernel/time.ts';
import { ToolNameSchema } from '../../kernel/tool-names.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { listOf, numeric, optionalText, text } from '../../rules/cells.ts';
import { verificationNotes } from '../../rules/cited-row.ts';
import { tableFile } from '../../rules/table-file.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { exemptCaution } from '../shared/parcel-record.ts';

const checkPlaces = ['county', 'state', 'programs', 'aid', 'permits', 'around', 'point', 'place'] as const;
export type CheckPlace = (typeof checkPlaces)[number];

interface DayList {
  readonly list: string;
  readonly date: string;
  readonly what: string;
  readonly words: string;
}

/** A check that an owner repeats: the free tool that answers it, and where its days to come are. */
export interface Check extends ContextPart {
  readonly check: string;
  readonly changes: string;
  readonly place: CheckPlace;
  readonly days?: DayList;
  /** What an owner does on such a day. */
  readonly action?: string;
  readonly isOfTaxed: boolean;
}

export const ownerChecks = tableFile(
  'owner-checks',
  {
    check: text,
    tool: ToolNameSchema,
    label: text,
    changes: text,
    place: z.enum(checkPlaces),
    keep: listOf(text),
    entries: numeric(z.int().min(1)).exactOptional(),
    list: optionalText,
    date: optionalText,
    what: optionalText,
    words: optionalText,
    action: optionalText,
    ofTaxed: z.literal('yes').exactOptional(),
  },
  ({ list, date, what, words, ofTaxed, ...cells }): Check => ({
    ...cells,
    ...(list && date && what && words && { days: { list, date, what, words } }),
    isOfTaxed: ofTaxed === 'yes',
  }),
);

/** The first citation key inside a part's facts. */
export function citationIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(citationIn).find((key) => key !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const { citation, ...rest } = value as Record<string, unknown>;
  return typeof citation === 'string' ? citation : citationIn(Object.values(rest));
}

/** The first word inside a part's facts on how far its row is checked. */
export function verificationIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(verificationIn).find((word) => word !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const { verification, ...rest } = value as Record<string, unknown>;
  if (typeof verification === 'string') return verification;
  const stated = (verification as { value?: unknown } | undefined)?.value;
  return typeof stated === 'string' ? stated : verificationIn(Object.values(rest));
}

/**
 * Days that a part's facts state where its check says that they stand: days to come, or those on and after `from`.
 * `today`, `from` and the days are YYYY-MM-DD.
 */
export function datesIn(found: unknown, days: DayList | undefined, today: string, from = today) {
  const list = days && (found as Record<string, unknown> | undefined)?.[days.list];
  if (!days || !Array.isArray(list)) return [];
  return (list as Record<string, unknown>[]).flatMap((entry) => {
    const [date, what, citation] = [entry[days.date], textOf(entry[days.what], 80), entry.citation];
    if (typeof date !== 'string' || typeof citation !== 'string' || date < from) return [];
    const verification = verificationIn(entry) ?? verificationIn(found);
    return [
      {
        date,
        daysFromToday: Math.round((Date.parse(date) - Date.parse(today)) / dayMs),
        what: what ? `${days.words}, ${what}` : days.words,
        of: days.words,
        ...(verification && { verification }),
        citation,
      },
    ];
  });
}

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
