import { z } from 'zod';
import { askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, county, state } from '../../src/catalog/inputs.ts';
import { answerOf, fact, row, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { ruleWords } from '../../src/rules/appeal-dates.ts';
import {
  type AppealDeadline,
  type AppealWindow,
  appealWindows,
  appealWindowsAt,
} from '../../src/rules/appeal-windows.ts';
import { rowCitation, rowVerifications } from '../../src/rules/cited-row.ts';
import { pointerChecks, pointerLimits, pointersFor } from '../../src/rules/rule-pointers.ts';
import { coveredPlaces, readTable } from '../../src/rules/rule-table.ts';
import { viewCited } from '../../src/rules/rule-view.ts';
import { appealFiling, filingSteps } from '../../src/rules/tax-tables.ts';

const verification = z.enum(rowVerifications);

function lookupOf(window: AppealWindow | undefined): Lookup<AppealWindow> {
  if (window) return { state: 'found', data: window, citation: rowCitation(window) };
  const reason = 'no row that was read in a statute or on an official page';
  return { state: 'not_covered', source: 'Table of appeal windows', reason };
}

const sayDeadline = ({ applies, rule }: AppealDeadline) =>
  rule.kind === 'local' ? applies : `${applies === 'all' ? '' : `${applies}: `}${ruleWords(rule)}`;

const viewWindow = (answer: AnswerBuilder, found: AppealWindow) => ({
  filedWith: found.body,
  window: found.deadlines.map(sayDeadline),
  ...viewCited(answer, found, ['statute', 'note']),
});

async function townshipOf({ subject, jurisdictions, sources, answer }: FreeContext<'area'>, area: string) {
  if (!isPointSubject(subject)) return {};
  const parcels = await jurisdictions.lane(subject, 'parcel', sources);
  if (parcels.state === 'unavailable')
    answer.addLookup({ state: 'unavailable', source: 'parcel sources', reason: parcels.reason }, { area });
  const parcel =
    parcels.state === 'configured' ? await findParcel(sources, parcels.configured, subject, answer) : undefined;
  return { township: parcel?.facts.township, office: parcel?.configured };
}

export default defineTool({
  title: 'Appeal filing guide',
  summary: 'With whom, how and with what an assessment appeal is filed at a place, each step with its page.',
  whenToUse: 'How and where is a property tax assessment appealed here: office, form, evidence, fee, next level?',
  notFor: 'Not the last day to file (svc_appeal_window), not past decisions (svc_appeal_outcomes), not legal advice.',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'A county', arguments: { state: 'NC', county: 'Wake' } },
    { title: 'By address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602' } },
  ],
  input: atAddress({ state: state.optional(), county: county.optional() }, [['state', 'county']]),
  output: answerOf({
    firstLevel: row({
      filedWith: z.string(),
      window: z.array(z.string()).describe('Rules in words; dates are computed by svc_appeal_window'),
      statute: z.string().optional(),
      note: z.string().optional(),
      verification,
    }).optional(),
    steps: rows({ place: z.string(), step: z.enum(filingSteps), text: z.string(), verification }).optional(),
    township: fact(z.string()).optional(),
  }),
  async run(ctx) {
    const { subject, answer } = ctx;
    const area = placeWords(subject);
    const [window] = appealWindowsAt(subject);
    const first = answer.addLookup(lookupOf(window), { area, recordScope: 'first level of appeal' });
    const { rows: filing, pointers } = readTable(answer, appealFiling, { subject, area, scope: 'steps of filing' });
    const asking = [...pointers, ...(window ? [] : pointersFor(appealWindows.id, subject))];
    const steps = filing.map(({ row: one }) => ({
      place: one.scope.name,
      ...viewCited(answer, one, ['step', 'text']),
    }));
    const { township, office } = window?.opens === 'by_township' ? await townshipOf(ctx, area) : {};
    const nothing = !first && steps.length === 0;
    // the question is about the steps: the office alone is a part of them
    if (first && steps.length === 0) answer.count('partial');
    const answered = [
      first && `first level ${first.data.body}`,
      steps.length > 0 && `${steps.length} steps of ${filing[0]?.row.scope.name}`,
      township && `the parcel lies in ${plainName(township.value) ?? 'the named'} township`,
    ].filter(Boolean);
    const official = filing[0]?.row.page;
    return answer.finish({
      summary: `Filing of an assessment appeal at ${area}: ${nothing ? 'the tables have no row that was read' : `${answered.join('; ')}${steps.length > 0 ? '' : '; no steps of filing are tabled for this place'}`}.`,
      facts: {
        firstLevel: first && viewWindow(answer, first.data),
        steps: filled(steps),
        township,
      },
      limits: [
        office && 'Windows open township by township; the calendar of this year is with the Assessor.',
        ...pointerLimits(asking),
        steps.length === 0 && `Places with steps: ${coveredPlaces(appealFiling).join('; ')}.`,
      ],
      verifyNext: [
        ...[official ?? []]
          .flat()
          .map(({ name, url }) => ({ action: 'Get the form and the dates of this year', with: name, url })),
        ...pointerChecks(asking),
        ...(window ? [{ action: 'Compute the last day from the date of the notice', with: 'svc_appeal_window' }] : []),
        ...askOfficeOrState(
          subject,
          offices.assessor,
          'Ask for the appeal forms and where to file them',
          'Find the assessor and its appeal forms',
        ),
      ].sort((a, b) => Number('url' in b) - Number('url' in a)),
    });
  },
});
