import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerOf, optionalRows } from '../../src/kernel/answer.ts';
import { held } from '../../src/kernel/answer-builder.ts';
import { beyond, citedRows, filled, many } from '../../src/kernel/nearby-shape.ts';
import type { CitedRow } from '../../src/rules/cited-row.ts';
import { lawRow, lawsOnRequest, readLaws } from '../../src/rules/law-view.ts';
import { permitRules } from '../../src/rules/program-tables.ts';
import { pointerChecks, pointerLimits, type RulePointer } from '../../src/rules/rule-pointers.ts';
import { readTable, type TableReading, tableCitation } from '../../src/rules/rule-table.ts';
import { coverageLimit, ruleRow, verificationLimit, viewRow } from '../../src/rules/rule-view.ts';

const shown = 6;
const lawsShown = 4;
const stateTopics = ['building_code', 'adu'] as const;

const viewLead = ({ about: topic, scope, statute = 'not named', office: ask, officeUrl: url }: RulePointer) => {
  return { topic, place: scope.name, statute, ask, url, note: 'not verified here' };
};

function foundWords(rows: TableReading<CitedRow>['rows'], leads: number, laws: string): string {
  const places = [...new Set(rows.map(({ row: one }) => one.scope.name))].join(', ');
  return held([
    rows.length > 0 && `${many(rows.length, 'rule')} of ${places}`,
    leads > 0 && `${many(leads, 'lead')} not verified here`,
    laws && `statements of state law (${laws})`,
  ]).join(' and ');
}

export default defineTool({
  title: 'Building permit rules',
  summary: 'Rules on which work needs a building permit in a place, the state building code and ADU law, cited.',
  whenToUse: 'Does work like this need a permit here (water heater, fence, shed), and does state law allow an ADU?',
  notFor: 'Not issued permits (svc_metro_permits), zoning (svc_zoning) or fee schedules (svc_ordinance_leads).',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'Rules of a city', arguments: { place: 'Seattle, WA' } },
    { title: 'With leads that were not read', arguments: { place: 'Austin, TX', includeNotVerified: true } },
    { title: 'What a state says of accessory dwellings', arguments: { place: 'Connecticut' } },
  ],
  input: inputObject({
    place,
    includeNotVerified: z
      .boolean()
      .default(false)
      .describe('Adds leads: rules that are said to exist and whose text was not read, by name only'),
    stateLaw: z
      .boolean()
      .default(false)
      .describe(
        'Adds building code and ADU law of the state, which come by themselves only where nothing else is known',
      ),
  }),
  output: answerOf({
    rules: z
      .array(
        ruleRow({
          rule: z.string(),
          conditions: z.string().optional(),
          statute: z
            .string()
            .optional()
            .describe('Where the rule stands; read only where verification is statute_text'),
        }),
      )
      .optional(),
    leads: optionalRows('Only with includeNotVerified: rules that are said to exist, their content not read', {
      topic: z.string(),
      place: z.string(),
      statute: z.string().describe('Where it is said to stand; not read'),
      ask: z.string(),
      url: z.url().describe('Official page to ask'),
      note: z.literal('not verified here'),
    }),
    leftOut: z.int().optional(),
    laws: z.array(lawRow).optional().describe('Building code of the state and its law on accessory dwelling units'),
    lawsLeftOut: z.int().optional(),
  }),
  run({ subject, now, answer }, { includeNotVerified, stateLaw }) {
    const area = placeWords(subject);
    const { rows, pointers } = readTable(answer, permitRules, { subject, area, now });
    const kept = rows.slice(0, shown);
    const rules = filled(kept.map((hit) => viewRow(answer, hit, ['rule', 'conditions', 'statute'])));
    const leads = includeNotVerified ? pointers : [];
    const withLaw = stateLaw || rows.length + leads.length === 0;
    const law = readLaws(answer, withLaw ? stateTopics : [], { subject, area, now }, lawsShown);
    const onRequest = withLaw ? '' : lawsOnRequest(subject, stateTopics);
    const table = tableCitation(permitRules);
    if (leads.length > 0) {
      const reason = `${many(leads.length, 'lead')}, not verified here`;
      answer.addLookup({ state: 'partial', data: leads, citation: table, reason }, { area, recordScope: 'leads' });
    }
    const office = `building department of ${subject.placeName ?? subject.county?.name ?? 'the city or county'}`;
    const ask = { action: 'Ask whether the planned work needs a permit', with: office };
    const findings = foundWords(rows, leads.length, law.words && `${law.words}${law.age}`);
    if (findings === '') {
      const more = pointers.length > 0 ? ', only pointers to whom to ask (includeNotVerified lists them)' : '';
      return answer.finish({
        summary: `The table of permit rules has no rule for ${area}${more}.`,
        limits: [...pointerLimits(pointers), ...law.limits, coverageLimit(permitRules)],
        verifyNext: [...pointerChecks(pointers), ask],
      });
    }
    const tableKey = leads.length > 0 ? answer.cite(table) : '';
    return answer.finish({
      summary: `The table of permit rules was read for ${area}: ${findings}.${onRequest}`,
      facts: {
        rules,
        leads: citedRows(leads, tableKey, leads.length, viewLead),
        leftOut: beyond(rows, shown),
        laws: law.laws,
        lawsLeftOut: law.lawsLeftOut,
      },
      limits: [
        ...new Set([...(kept.length > 0 ? [verificationLimit(kept)] : []), ...pointerLimits(pointers), ...law.limits]),
      ],
      verifyNext: [ask, ...pointerChecks([...pointers, ...law.pointers])],
    });
  },
});
