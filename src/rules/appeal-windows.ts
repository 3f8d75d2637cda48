import { z } from 'zod';
import type { Subject } from '../kernel/subject.ts';
import { annualDayOf, dayOfMonth, month, nthWeekday, numeric, optionalText, text, weekday } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';
import { fitOf } from './rule-fit.ts';
import { type Cells, type RefuseCell, tableFile } from './table-file.ts';

/** What the days are counted from. Only a notice that the caller can hold in hand is counted from `noticeDate`. */
const triggers = [
  'notice_mailed',
  'notice_dated',
  'notice_delivered',
  'bulk_mailing',
  'publication',
  'commitment',
] as const;
export type Trigger = (typeof triggers)[number];

export const deadlineColumns = {
  window: text,
  applies: text,
  rule: z.enum(['after', 'on', 'later_of', 'local']),
  days: numeric(z.int().positive()).exactOptional(),
  trigger: z.enum(triggers).exactOptional(),
  month: month.exactOptional(),
  day: dayOfMonth.exactOptional(),
  nth: nthWeekday.exactOptional(),
  weekday: weekday.exactOptional(),
  plusDays: numeric(z.int().min(-6).max(6)).exactOptional(),
};

type DeadlineCells = Cells<typeof deadlineColumns>;

/** How the last day of a window is worked out; `local` where each body sets it. */
export function ruleOf(cells: DeadlineCells, refuse: RefuseCell) {
  const { rule: kind, days, trigger } = cells;
  const date = annualDayOf(cells, refuse);
  const counted = days !== undefined && trigger ? { days, trigger } : undefined;
  if (!counted && (days !== undefined || trigger)) refuse('trigger', 'days and their trigger stand together');
  if (kind === 'after' && counted && !date) return { kind, ...counted };
  if (kind === 'on' && date && !counted) return { kind, date };
  if (kind === 'later_of' && date && counted) return { kind, date, ...counted };
  if (kind === 'local' && !date && !counted) return { kind };
  return refuse('rule', 'after has days, on has a day of the year, later_of has both, local has neither');
}

export type AppealRule = ReturnType<typeof ruleOf>;

/** One way in which a window can end; `applies` says for whom. */
export interface AppealDeadline {
  readonly applies: string;
  readonly rule: AppealRule;
}

const deadlines = tableFile('appeal-deadlines', deadlineColumns, (cells, refuse) => {
  const { window, applies } = cells;
  const deadline: AppealDeadline = { applies, rule: ruleOf(cells, refuse) };
  return { window, deadline };
});

/**
 * First-level appeals of the assessment of real property: of a state, or of counties with dates of their own. Every row
 * was read in the statute or on an official page; the states and cities without one are pointers.
 */
export const appealWindows = citedTable({
  id: 'appeal-windows',
  name: 'appeal windows',
  /** `opens`: not for the whole place at once. */
  columns: { id: text, body: text, opens: z.literal('by_township').exactOptional(), note: optionalText },
  own({ id, ...window }, refuse) {
    const own = deadlines().filter((one) => one.window === id);
    if (own.length === 0) return refuse('id', 'has no row in appeal-deadlines.csv');
    return { id, ...window, deadlines: own.map(({ deadline }) => deadline) };
  },
});

export type AppealWindow = RowOf<typeof appealWindows>;

/**
 * The windows of a place: its county's own where there are any, else its state's. Where only the state is known, the
 * state's comes first and those of its counties follow.
 */
export function appealWindowsAt(subject: Subject): readonly AppealWindow[] {
  const here = appealWindows.rows.filter(({ scope }) => fitOf(scope, subject) !== undefined);
  const general = here.filter(({ scope }) => !scope.counties);
  const own = here.filter(({ scope }) => scope.counties);
  return subject.county && own.length > 0 ? own : [...general, ...own];
}

/** Number of rows of appeal-deadlines.csv; one that no window has is refused. */
export function appealDeadlineCount(): number {
  const ids = new Set(appealWindows.rows.map(({ id }) => id));
  const stray = deadlines().find(({ window }) => !ids.has(window));
  if (stray) throw new Error(`data/rules/appeal-deadlines.csv: no window ${stray.window}`);
  return deadlines().length;
}
