import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, state } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, rows } from '../../src/kernel/answer.ts';
import { deadlineDate, ruleWords } from '../../src/rules/appeal-dates.ts';
import {
  type AppealDeadline,
  type AppealWindow,
  appealWindows,
  appealWindowsAt,
} from '../../src/rules/appeal-windows.ts';
import { daysBetween, plainDate, weekdayOf } from '../../src/rules/calendar-dates.ts';
import { rowCitation, rowVerifications, verificationNotes } from '../../src/rules/cited-row.ts';
import { policySourcesOf } from '../../src/rules/policy-sources.ts';
import { wholeState } from '../../src/rules/rule-fit.ts';
import { pointerChecks, pointerLimits, pointersFor } from '../../src/rules/rule-pointers.ts';
import { stateTaxOffice } from '../../src/rules/tax-office.ts';

const deadline = {
  applies: z.string().describe('For whom; "all" where the row makes no difference'),
  rule: z.string(),
  date: z.string().optional().describe('Last day, YYYY-MM-DD; absent where it cannot be computed'),
  weekday: z.string().optional(),
  daysFromToday: z.int().optional().describe('Negative: the day has passed'),
  how: z.string().describe('How the date was computed, or what it needs'),
};

const facts = z.strictObject({
  filedWith: fact(z.string()),
  verification: fact(z.enum(rowVerifications)),
  statute: fact(z.string()).optional().describe('Where the rule stands; its note quotes the text that was read'),
  noticeDate: fact(z.string()).optional(),
  deadlines: rows(deadline),
});

const recordScope = 'table of first-level appeal windows';
const notice = { action: 'Read the last day on the notice itself', with: 'the assessment notice' };

type Deadline = z.input<typeof facts>['deadlines'][number];

interface Asked {
  readonly noticeDate: string | undefined;
  readonly today: string;
}

function viewDeadline(one: AppealDeadline, applies: string, citation: string, { noticeDate, today }: Asked): Deadline {
  const { date, how } = deadlineDate(one.rule, noticeDate, today);
  return {
    applies,
    rule: ruleWords(one.rule),
    ...(date && { date, weekday: weekdayOf(date), daysFromToday: daysBetween(today, date) }),
    how,
    citation,
  };
}

/** The deadlines of a window; where only the state is given, those of a county carry its name. */
function viewDeadlines(window: AppealWindow, citation: string, queried: Asked, isCounty: boolean): readonly Deadline[] {
  const { name, counties } = window.scope;
  return window.deadlines.map((one) => {
    const place = counties && !isCounty ? name : undefined;
    const applies = place ? (one.applies === 'all' ? place : `${place}: ${one.applies}`) : one.applies;
    return viewDeadline(one, applies, citation, queried);
  });
}

function deadlineWords({ applies, rule, date }: Deadline): string {
  return `${applies === 'all' ? '' : `${applies}: `}${rule}${date ? `, ${date}` : ''}`;
}

export default defineTool({
  title: 'Property tax appeal window',
  summary: 'Filing window of a first-level property tax appeal in a state, with dates computed from the notice date.',
  whenToUse: 'Until when can an assessed value be appealed here, given the date of the notice?',
  notFor: 'Not how or where to file (svc_appeal_filing_guide) and not whether an appeal would succeed.',
  scope: 'rules',
  subject: 'optional',
  examples: [
    { title: 'Georgia, from a notice date', arguments: { state: 'GA', noticeDate: '2026-05-29' } },
    { title: 'By address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602' } },
  ],
  input: atAddress(
    {
      state: state.optional(),
      noticeDate: plainDate.optional().describe('Date of the assessment notice, YYYY-MM-DD'),
    },
    [['state']],
  ),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['property tax', 'appeal', 'deadline', 'assessment'], {
    chargesWhen: 'the table has a window of the place and at least one last day of it could be computed',
    freeWhen:
      'no matching row, or no day to compute: set by each place, or counted from a notice date that is not given',
    sells: ({ facts }) => {
      const deadlines = facts?.deadlines;
      return Array.isArray(deadlines) && deadlines.some(({ date }) => date !== undefined);
    },
  }),
  run(ctx, input) {
    const { answer } = ctx;
    const subject = ctx.subject ?? wholeState(input.state?.toUpperCase() ?? '');
    const code = subject.stateCode ?? '';
    const area = policySourcesOf(code)?.name ?? (code || 'the place');
    const windows = appealWindowsAt(subject);
    const pointers = pointersFor(appealWindows.id, subject);
    const [first] = windows;
    if (!first) {
      const reason =
        pointers.length > 0
          ? 'no text of the window was read in its statute or on an official page'
          : 'the table has no row for this place';
      answer.addLookup({ state: 'not_covered', source: 'Table of appeal windows', reason }, { area, recordScope });
      return answer.finish({
        summary: `The table of appeal windows has no row for ${area}${pointers.length > 0 ? ' that was read, so no date is given' : ''}.`,
        limits: pointerLimits(pointers),
        verifyNext: [...pointerChecks(pointers), notice, ...stateTaxOffice(subject, 'Confirm the window')],
      });
    }
    const queried = { noticeDate: input.noticeDate, today: ctx.now.toISOString().slice(0, 10) };
    const isLocal = windows.every(({ deadlines: ways }) => ways.every(({ rule }) => rule.kind === 'local'));
    const citation = rowCitation(first);
    const taken = answer.addLookup(
      // a caller who gave a notice date expects a day, and none follows from it
      isLocal && input.noticeDate
        ? { state: 'partial', data: first, citation, reason: 'the last day is set locally' }
        : { state: 'found', data: first, citation },
      { area, recordScope },
    );
    const key = taken?.citation ?? 'c1';
    const isCounty = subject.county !== undefined;
    const deadlines = windows.flatMap((window) =>
      viewDeadlines(window, answer.cite(rowCitation(window)), queried, isCounty),
    );
    const isDated = deadlines.some(({ date }) => date);
    return answer.finish({
      summary: `${area}, ${first.body}: ${deadlines.map(deadlineWords).join('; ')}.`,
      facts: {
        filedWith: {
          value: first.body,
          citation: key,
          note: first.scope.counties && !isCounty ? `Of ${first.scope.name} only` : undefined,
        },
        verification: { value: first.verification, citation: key, note: verificationNotes[first.verification] },
        ...(first.statute && {
          statute: { value: first.statute, citation: key, note: first.quote ? `"${first.quote}"` : undefined },
        }),
        noticeDate: queried.noticeDate && {
          value: queried.noticeDate,
          citation: key,
          note: `Given by the caller; a ${weekdayOf(queried.noticeDate)}`,
        },
        deadlines,
      },
      limits: [
        ...windows.flatMap(({ note }) => (note ? [note] : [])),
        ...pointerLimits(pointers),
        ...(input.noticeDate || isDated || isLocal ? [] : ['Without noticeDate no date could be computed.']),
      ],
      verifyNext: [
        { action: `Read the text in force and find the ${first.body}`, with: first.page.name, url: first.page.url },
        ...pointerChecks(pointers),
      ],
    });
  },
});
