import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { address, county, inputObject, latitude, longitude, state } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { findParcel } from '../../src/local/parcel.ts';
import { deadlinesFor, ruleWords } from '../../src/rules/appeal-dates.ts';
import { type AppealDeadline, type AppealWindow, appealWindowOf } from '../../src/rules/appeal-windows.ts';
import { pageCitation, rowCitation, type ServedRow, servedVerifications } from '../../src/rules/cited-row.ts';
import { coveredPlaces, readTable } from '../../src/rules/rule-table.ts';
import { appealFiling, filingSteps, townshipWindows } from '../../src/rules/tax-appeal-filing.ts';
import { stateTaxOffice } from '../../src/rules/tax-office.ts';

const verification = z.enum(servedVerifications);

const step = row({ place: z.string(), step: z.enum(filingSteps), text: z.string(), verification });

const firstLevel = row({
  filedWith: z.string(),
  window: z.array(z.string()).describe('Rules in words; dates are computed by svc_appeal_window'),
  statute: z.string().describe('As generally known; the text was not read'),
  note: z.string().optional(),
  verification,
});

const pastWindow = row({
  township: z.string(),
  year: z.int(),
  noticesMailed: z.string(),
  firstLevelClosed: z.string(),
  secondLevelOpened: z.string().optional(),
  secondLevelClosed: z.string().optional(),
});

const facts = z.strictObject({
  firstLevel: firstLevel.optional(),
  steps: z.array(step).optional(),
  township: fact(z.string()).optional(),
  pastWindow: pastWindow.optional().describe('Shape of a past year only; never the dates of another year'),
});

const limits = [
  'A guide to where and how, from dated pages: forms, dates and offices change, and the notice and the filing office decide.',
  'Not legal advice and no view on whether an appeal would succeed.',
];

interface Window {
  readonly found: AppealWindow;
  readonly words: readonly string[];
  readonly word: 'secondary' | 'conflict';
  readonly citation: Citation;
}

/** The first level as the table of windows has it; where sources disagree, every claim in words. */
function windowOf(code: string, countyFips: string | undefined): Window | undefined {
  const found = appealWindowOf(code);
  if (!found?.page || found.verification === 'unverified') return undefined;
  const say = ({ applies, rule }: AppealDeadline) =>
    rule.kind === 'local' ? applies : `${applies === 'all' ? '' : `${applies}: `}${ruleWords(rule)}`;
  const words = found.claims
    ? found.claims.map(
        (claim) => `${claim.from === 'page' ? 'cited page' : 'statute as generally known'}: ${say(claim)}`,
      )
    : deadlinesFor(found.deadlines, countyFips).map(say);
  const { verification: word } = found;
  return { found, words, word, citation: pageCitation(found.page, word, found.asOf) };
}

type Context = ToolContext<'area'>;
type TownshipWindow = ReturnType<typeof townshipWindows>[number];

function lookupOf(window: Window | undefined): Lookup<Window> {
  if (!window)
    return { state: 'not_covered', source: 'Table of appeal windows', reason: 'no row that was held against a page' };
  const { citation } = window;
  return window.word === 'conflict'
    ? { state: 'partial', data: window, citation, reason: 'the sources disagree on the window' }
    : { state: 'found', data: window, citation };
}

const viewWindow = ({ found, words, word }: Window, citation: string) => ({
  filedWith: found.body,
  window: [...words],
  statute: found.statute,
  ...(found.note && { note: found.note }),
  verification: word,
  citation,
});

const viewStep = (
  one: (typeof appealFiling)['rows'][number] & ServedRow,
  answer: AnswerBuilder,
): z.input<typeof step> => ({
  place: one.scope.name,
  step: one.step,
  text: one.text,
  verification: one.verification,
  citation: answer.cite(rowCitation(one)),
});

const viewPast = (past: TownshipWindow, answer: AnswerBuilder) => ({
  township: past.township,
  year: past.year,
  noticesMailed: past.noticesMailed,
  firstLevelClosed: past.firstLevelClosed,
  ...(past.secondLevelOpened && { secondLevelOpened: past.secondLevelOpened }),
  ...(past.secondLevelClosed && { secondLevelClosed: past.secondLevelClosed }),
  citation: answer.cite(pageCitation(past.page, past.verification, past.asOf)),
});

/** Where windows open township by township: the township of the parcel, its past window, and who publishes the parcel. */
async function townshipOf({ subject, jurisdictions, sources }: Context, answer: AnswerBuilder, area: string) {
  const windows = townshipWindows().filter((one) => one.county === subject.county?.fips);
  if (windows.length === 0 || !isPointSubject(subject)) return {};
  const parcels = await jurisdictions.lane(subject, 'parcel', sources);
  if (parcels.state === 'unavailable')
    answer.addLookup({ state: 'unavailable', source: 'parcel sources', reason: parcels.reason }, { area });
  const parcel =
    parcels.state === 'configured' ? await findParcel(sources, parcels.configured, subject, answer) : undefined;
  const township = parcel?.facts.township;
  const past = windows.find((one) => one.township.toLowerCase() === township?.value.toLowerCase());
  return { township, office: parcel?.configured, past };
}

export default defineTool({
  title: 'Appeal filing guide',
  summary: 'With whom, how and with what an assessment appeal is filed at a place, each step with its page.',
  whenToUse: 'How and where is a property tax assessment appealed here: office, form, evidence, fee, next level?',
  notFor: 'Not the last day to file (svc_appeal_window), not past decisions (svc_appeal_outcomes), not legal advice.',
  synonyms: [
    'how to file an appeal',
    'contest my assessment',
    'protest form',
    'board of review',
    'steps to challenge the assessed value',
    'appeal evidence',
    'assessment complaint',
  ],
  scope: 'rules',
  subject: 'area',
  sources: [],
  limits,
  examples: [
    { title: 'A county', arguments: { state: 'NC', county: 'Wake' } },
    { title: 'By address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602' } },
  ],
  input: inputObject(
    {
      address: address.optional(),
      latitude: latitude.optional(),
      longitude: longitude.optional(),
      state: state.optional(),
      county: county.optional(),
    },
    [['address'], ['latitude', 'longitude'], ['state', 'county']],
  ),
  output: answerSchema({ facts }),
  async run(ctx) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const area = placeWords(subject);
    const window = windowOf(subject.stateCode ?? '', subject.county?.fips);
    const first = answer.addLookup(lookupOf(window), { area, recordScope: 'first level of appeal' });
    const { rows } = readTable(answer, appealFiling, { subject, area, scope: 'steps of filing' });
    const steps = rows.map(({ row: one }) => viewStep(one, answer));
    const { township, office, past } = await townshipOf(ctx, answer, area);
    const nothing = !first && steps.length === 0;
    const answered = [
      first && `first level ${first.data.found.body}`,
      steps.length > 0 && `${steps.length} steps of ${rows[0]?.row.scope.name}`,
      township && `the parcel lies in ${plainName(township.value) ?? 'the named'} township`,
    ].filter(Boolean);
    const official = rows.find(({ row: one }) => one.verification === 'official_page')?.row.page;
    const notes = office ? ['Windows open township by township; the calendar of this year is with the Assessor.'] : [];
    return answer.finish({
      summary: `Filing of an assessment appeal at ${area}: ${nothing ? 'the tables have no row that was held against a page' : answered.join('; ')}.`,
      facts: {
        ...(first && { firstLevel: viewWindow(first.data, first.citation) }),
        ...(steps.length > 0 && { steps }),
        ...(township && { township }),
        ...(past && { pastWindow: viewPast(past, answer) }),
      },
      limits: [
        ...limits,
        ...notes,
        ...(steps.length > 0 ? [] : [`Places with steps: ${coveredPlaces(appealFiling).join('; ')}.`]),
      ],
      verifyNext: [
        ...(official
          ? [{ action: 'Get the form and the dates of this year', with: official.name, url: official.url }]
          : []),
        { action: 'Compute the last day from the date of the notice', with: 'svc_appeal_window' },
        ...stateTaxOffice(subject, 'Find the county assessor and its appeal forms'),
      ].sort((a, b) => Number('url' in b) - Number('url' in a)),
    });
  },
});
