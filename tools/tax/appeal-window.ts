import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, state } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row, type VerifyNext } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { isFrontPage } from '../../src/kernel/pages.ts';
import { deadlineDate, deadlinesFor, ruleWords } from '../../src/rules/appeal-dates.ts';
import { type AppealDeadline, type AppealWindow, appealWindowOf } from '../../src/rules/appeal-windows.ts';
import { daysBetween, plainDate, weekdayOf } from '../../src/rules/calendar-dates.ts';
import { pageCitation, statuteCitation, verificationNotes } from '../../src/rules/cited-row.ts';
import { policySourcesOf } from '../../src/rules/policy-sources.ts';

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
  verification: fact(z.enum(['secondary', 'conflict'])),
  statute: fact(z.string()),
  noticeDate: fact(z.string()).optional(),
  deadlines: z.array(row(deadline)).optional(),
  claims: z
    .array(row({ ...deadline, source: z.string() }))
    .optional()
    .describe('Where sources disagree: what each one says'),
});

const limits = [
  'First-level appeal of real property; other property classes, later levels and local ordinances can have other dates.',
  'Days are counted from the day after the notice date. No roll-forward for weekends or holidays is applied: the rows state none.',
  'Date arithmetic on a rule table, not legal advice: the date printed on the notice and the filing office decide.',
];

type Official = ReturnType<typeof policySourcesOf>;
type Ends = { readonly limits: readonly string[]; readonly verifyNext: readonly VerifyNext[] };

const recordScope = 'table of first-level appeal windows';

function nextChecks(window: AppealWindow | undefined, official: Official): VerifyNext[] {
  const notice = { action: 'Read the last day on the notice itself', with: 'the assessment notice' };
  if (!official) return [notice];
  const action = window ? `Confirm the window and find the ${window.body}` : 'Confirm the window';
  return [notice, { action, with: official.taxAgency, url: official.taxAgencyUrl }];
}

/** The answer where the table has no row for the place, or one that was held against no page. */
function notCovered(
  answer: AnswerBuilder,
  window: AppealWindow | undefined,
  { code, area }: { readonly code: string; readonly area: string },
  ends: Ends,
) {
  const reason = window
    ? `no source was read for the ${code} row, so no date is given`
    : 'the table has no row for this place';
  answer.addLookup({ state: 'not_covered', source: 'Table of appeal windows', reason }, { area, recordScope });
  const summary = window
    ? `${area}: appeals go to the ${window.body}; the window is not verified, so no date is given.`
    : `The table of appeal windows has no row for ${area}.`;
  return answer.finish({ summary, ...ends });
}

/** The page that a row was held against, and its statute. */
function pagesOf(window: AppealWindow, official: Official): { readonly page: Citation; readonly statute: Citation } {
  const pages = [official?.code, official?.legislature];
  const where = pages.find((page) => page && !isFrontPage(page)) ?? 'urn:place-records:appeal-windows';
  const statute = statuteCitation(window.statute, where, window.asOf);
  const page = window.page ? pageCitation(window.page, 'secondary', window.asOf) : statute;
  return { page, statute };
}

function viewDeadline(one: AppealDeadline, citation: string, noticeDate: string | undefined, today: string) {
  const { date, how } = deadlineDate(one.rule, noticeDate, today);
  return {
    applies: one.applies,
    rule: ruleWords(one.rule),
    ...(date && { date, weekday: weekdayOf(date), daysFromToday: daysBetween(today, date) }),
    how,
    citation,
  };
}

type Deadline = ReturnType<typeof viewDeadline>;

function deadlineWords({ applies, rule, date }: Deadline): string {
  return `${applies === 'all' ? '' : `${applies}: `}${rule}${date ? `, ${date}` : ''}`;
}

const windowWords = ({ verification }: AppealWindow, deadlines: readonly Deadline[], claims: readonly Deadline[]) =>
  verification === 'conflict'
    ? `the sources disagree (${claims.map(({ rule }) => rule).join(' against ')})`
    : deadlines.map(deadlineWords).join('; ');

const verificationOf = ({ verification }: AppealWindow, citation: string) =>
  verification === 'conflict'
    ? { value: 'conflict' as const, citation, note: 'sources disagree; no single date is given' }
    : { value: 'secondary' as const, citation, note: verificationNotes.secondary };

export default defineTool({
  title: 'Property tax appeal window',
  summary: 'Filing window of a first-level property tax appeal in a state, with dates computed from the notice date.',
  whenToUse: 'Until when can an assessed value be appealed here, given the date of the notice?',
  notFor: 'Not how or where to file (svc_appeal_filing_guide) and not whether an appeal would succeed.',
  synonyms: [
    'appeal deadline',
    'last day to appeal',
    'protest deadline',
    'grievance day',
    'assessment notice date',
    'deadline to contest the assessment',
  ],
  scope: 'rules',
  subject: 'optional',
  sources: [],
  limits,
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
  paid: oneCentTerms(['property tax', 'appeal', 'deadline', 'assessment']),
  run(ctx, input) {
    const answer = new AnswerBuilder(ctx.subject);
    const code = ctx.subject?.stateCode ?? input.state?.toUpperCase() ?? '';
    const window = appealWindowOf(code);
    const official = policySourcesOf(code);
    const area = official?.name ?? (code || 'the place');
    const ends = { limits, verifyNext: nextChecks(window, official) };
    if (!window || window.verification === 'unverified') return notCovered(answer, window, { code, area }, ends);
    const today = ctx.now.toISOString().slice(0, 10);
    const { page, statute } = pagesOf(window, official);
    const taken = answer.addLookup(
      window.verification === 'conflict'
        ? { state: 'partial', data: window, citation: page, reason: 'the sources disagree; every claim is shown' }
        : { state: 'found', data: window, citation: page },
      { area, recordScope },
    );
    const key = taken?.citation ?? 'c1';
    const statuteKey = answer.cite(statute);
    const show = (one: AppealDeadline, citation: string) => viewDeadline(one, citation, input.noticeDate, today);
    const deadlines = deadlinesFor(window.deadlines, ctx.subject?.county?.fips).map((one) => show(one, key));
    const claims = (window.claims ?? []).map((claim) => {
      const [citation, by] = claim.from === 'page' ? [key, page] : [statuteKey, statute];
      return { ...show(claim, citation), source: by.sourceName };
    });
    const isDated = [...deadlines, ...claims].some(({ date }) => date);
    return answer.finish({
      summary: `${official?.name ?? code}, ${window.body}: ${windowWords(window, deadlines, claims)}.`,
      facts: {
        filedWith: { value: window.body, citation: key },
        verification: verificationOf(window, key),
        statute: { value: window.statute, citation: statuteKey, note: 'As generally known; the text was not read' },
        ...(input.noticeDate && {
          noticeDate: {
            value: input.noticeDate,
            citation: key,
            note: `Given by the caller; a ${weekdayOf(input.noticeDate)}`,
          },
        }),
        ...(deadlines.length > 0 && { deadlines }),
        ...(claims.length > 0 && { claims }),
      },
      ...ends,
      limits: [
        ...limits,
        ...(window.note ? [window.note] : []),
        ...(input.noticeDate || isDated ? [] : ['Without noticeDate no date could be computed.']),
      ],
    });
  },
});
