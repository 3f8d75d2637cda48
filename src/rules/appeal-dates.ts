import { addDays } from '../kernel/time.ts';
import type { AppealRule, Trigger } from './appeal-windows.ts';
import { annualDayWords, daysBetween, nearestAnnualDay, nextAnnualDay } from './calendar-dates.ts';

const triggerWords: Readonly<Record<Trigger, string>> = {
  notice_mailed: 'the date on which the notice was mailed',
  notice_dated: 'the date on the notice',
  notice_delivered: 'the date on which the notice was delivered',
  bulk_mailing: 'the date of the bulk mailing of notices',
  publication: 'the publication of the assessment list or notice',
  commitment: 'the date of commitment of the taxes',
};

const countable: ReadonlySet<Trigger> = new Set(['notice_mailed', 'notice_dated', 'notice_delivered', 'bulk_mailing']);

/** The rule in words. */
export function ruleWords(rule: AppealRule): string {
  if (rule.kind === 'local') return 'set locally';
  if (rule.kind === 'on') return `by ${annualDayWords(rule.date)}`;
  const counted = `${rule.days} days after ${triggerWords[rule.trigger]}`;
  return rule.kind === 'after' ? counted : `${annualDayWords(rule.date)} or ${counted}, whichever is later`;
}

/**
 * The last day of a window. Days are counted from the day after the notice date; no roll-forward for weekends or
 * holidays. An annual day without days to count is the first one on or after the notice date (or today); in a
 * "later of" it is the one nearest to the notice date, so that a notice of late December reaches for the next year's.
 */
export function deadlineDate(rule: AppealRule, noticeDate: string | undefined, today: string) {
  switch (rule.kind) {
    case 'local':
      return { how: 'no statewide date: ask the body' };
    case 'on': {
      const from = noticeDate ?? today;
      return {
        date: nextAnnualDay(rule.date, from),
        how: `first ${annualDayWords(rule.date)} on or after ${noticeDate ? 'the notice date' : 'today'}`,
      };
    }
    case 'after': {
      if (!countable.has(rule.trigger))
        return { how: `count ${rule.days} days from ${triggerWords[rule.trigger]}, which is not a notice` };
      if (!noticeDate) return { how: `needs noticeDate, ${triggerWords[rule.trigger]}` };
      return {
        date: addDays(noticeDate, rule.days),
        how: `${noticeDate} plus ${rule.days} days, if that is ${triggerWords[rule.trigger]}`,
      };
    }
    case 'later_of': {
      if (!noticeDate)
        return { how: `needs noticeDate, ${triggerWords[rule.trigger]}; not before ${annualDayWords(rule.date)}` };
      const fixed = nearestAnnualDay(rule.date, noticeDate);
      const counted = addDays(noticeDate, rule.days);
      return {
        date: daysBetween(fixed, counted) > 0 ? counted : fixed,
        how: `later of ${fixed} and ${noticeDate} plus ${rule.days} days (${counted})`,
      };
    }
  }
}
