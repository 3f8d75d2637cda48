import type { PartReading } from '../../answers/ask-tools.ts';
import type { RouteName, ToolName } from '../../kernel/tool-names.ts';
import { addDays } from '../../rules/calendar-dates.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import type { Check } from './checks.ts';
import { datesIn } from './dates.ts';
import type { OwnerAction, OwnerActionFields } from './schema.ts';

type Days = NonNullable<Check['days']>;

/** Where the days of each free tool stand, and what happens on them. */
const dayLists: Readonly<Partial<Record<ToolName | RouteName, Days>>> = {
  svc_tax_calendar: { list: 'events', date: 'date', what: 'title', words: 'Property tax' },
  svc_appeal_window: { list: 'deadlines', date: 'date', what: 'applies', words: 'Last day to appeal the assessment' },
  svc_program_windows: { list: 'windows', date: 'lastDay', what: 'program', words: 'Last day to apply' },
  svc_open_disaster_assistance: {
    list: 'openForRegistration',
    date: 'lastFilingDate',
    what: 'id',
    words: 'Last day to file for disaster aid',
  },
};

const firstDay = '0000-01-01';

function actionsOf({ tool, answer }: PartReading, asOf: string): readonly OwnerAction[] {
  const days = dayLists[tool];
  return datesIn(answer.facts, days ? { days } : {}, asOf, firstDay).flatMap(({ of: _of, citation, ...action }) => {
    const cited = answer.citations[citation];
    return cited ? [{ ...action, tool, citation: sectionCitation(cited) }] : [];
  });
}

/** The days that the answers state, in the order of the calendar, each once. `asOf` is YYYY-MM-DD. Pure. */
export function ownerActions(
  readings: readonly PartReading[],
  asOf: string,
  { withinDays, noticeDate }: { readonly withinDays: number; readonly noticeDate?: string | undefined },
): OwnerActionFields {
  const until = addDays(asOf, withinDays);
  const stated = readings
    .flatMap((reading) => actionsOf(reading, asOf))
    .filter((one, at, all) => !all.slice(0, at).some(({ date, what }) => date === one.date && what === one.what))
    .sort((a, b) => a.date.localeCompare(b.date, 'en') || a.what.localeCompare(b.what, 'en'));
  return {
    asOf,
    until,
    ...(noticeDate && { noticeDate }),
    actions: stated.filter(({ date }) => date >= asOf && date <= until),
    passed: stated.filter(({ date }) => date < asOf),
    laterDates: stated.filter(({ date }) => date > until).length,
  };
}
