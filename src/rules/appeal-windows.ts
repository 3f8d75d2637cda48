import { z } from 'zod';
import {
  annualDayOf,
  countyFips,
  dayOfMonth,
  dayOrMonth,
  listOf,
  month,
  nthWeekday,
  numeric,
  optionalText,
  pageAddress,
  stateCode,
  text,
  weekday,
} from './cells.ts';
import { pageOf } from './cited-columns.ts';
import { type Cells, type RefuseCell, tableFile } from './table-file.ts';

/** What the days are counted from. Only a notice that the caller can hold in hand is counted from `noticeDate`. */
const triggers = [
  'notice_mailed',
  'notice_dated',
  'bulk_mailing',
  'board_decision',
  'publication',
  'commitment',
] as const;
export type Trigger = (typeof triggers)[number];

/** The columns of appeal-deadlines.csv. */
export const deadlineColumns = {
  state: stateCode,
  // which side says so, where sources disagree: the cited page, or the statute as generally known, its text not read
  claimFrom: z.enum(['page', 'statute']).exactOptional(),
  applies: text,
  rule: z.enum(['after', 'on', 'later_of', 'local']),
  days: numeric(z.int().positive()).exactOptional(),
  trigger: z.enum(triggers).exactOptional(),
  month: month.exactOptional(),
  day: dayOfMonth.exactOptional(),
  nth: nthWeekday.exactOptional(),
  weekday: weekday.exactOptional(),
  counties: listOf(countyFips).exactOptional(),
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

/** One way in which a window can end; `applies` says for whom, `counties` for which counties alone. */
export interface AppealDeadline {
  readonly applies: string;
  readonly rule: AppealRule;
  readonly counties?: readonly string[];
}

/** A value that one source gives where sources disagree. */
export interface AppealClaim extends AppealDeadline {
  readonly from: 'page' | 'statute';
}

const deadlines = tableFile('appeal-deadlines', deadlineColumns, (cells, refuse) => {
  const { state, claimFrom, applies, counties } = cells;
  const deadline: AppealDeadline = { applies, rule: ruleOf(cells, refuse), ...(counties && { counties }) };
  return { state, claimFrom, deadline };
});

/** Whether a window has the deadlines, the claims and the page that its word of verification asks for. */
function fits(word: 'secondary' | 'conflict' | 'unverified', dates: number, claims: number, page: boolean): boolean {
  if (word === 'unverified') return dates + claims === 0 && !page;
  return page && (word === 'conflict' ? dates === 0 && claims > 1 : dates > 0 && claims === 0);
}

/**
 * First-level property-tax appeal of every state and DC. `statute` is as generally known, its text not read; a
 * `conflict` row has `claims` in place of deadlines.
 */
export const appealWindows = tableFile(
  'appeal-windows',
  {
    state: stateCode,
    body: text,
    statute: text,
    note: optionalText,
    verification: z.enum(['secondary', 'conflict', 'unverified']),
    pageName: optionalText,
    pageUrl: pageAddress.exactOptional(),
    asOf: dayOrMonth,
  },
  ({ pageName, pageUrl, ...window }, refuse) => {
    const own = deadlines().filter(({ state }) => state === window.state);
    const dates = own.filter(({ claimFrom }) => !claimFrom).map(({ deadline }) => deadline);
    const claims = own.flatMap(({ claimFrom, deadline }): AppealClaim[] =>
      claimFrom ? [{ ...deadline, from: claimFrom }] : [],
    );
    const page = pageOf(pageName, pageUrl, undefined, 'page_url', refuse);
    if (!fits(window.verification, dates.length, claims.length, page !== undefined))
      refuse('verification', 'does not go with the page of the row and its rows in appeal-deadlines.csv');
    return { ...window, ...(page && { page }), deadlines: dates, ...(claims.length > 0 && { claims }) };
  },
);

export type AppealWindow = ReturnType<typeof appealWindows>[number];

export const appealWindowOf = (state: string): AppealWindow | undefined =>
  appealWindows().find((row) => row.state === state.toUpperCase());
