import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject, type Subject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { leakAdjustments } from '../../src/rules/program-tables.ts';
import { fitOf } from '../../src/rules/rule-fit.ts';
import { staleReason, tableCitation } from '../../src/rules/rule-table.ts';
import { coverageLimit, ruleRow, verificationLimit, viewRow } from '../../src/rules/rule-view.ts';
import { serviceAreasAt } from '../../src/sources/epa-water-service-areas/client.ts';

const table = 'table of leak adjustment rules';
const searchExtent = { recordScope: 'rules of water utilities on bills after a leak' };

const shown = ['utility', 'rule', 'limit', 'howOften', 'evidence', 'excluded'] as const;

/** Rows of the systems, or else those of the place by its name. */
function hitsOf(ids: readonly string[], subject: Subject | undefined) {
  const { rows } = leakAdjustments;
  const bySystem = rows.filter(({ pwsIds }) => pwsIds?.some((id) => ids.includes(id)));
  if (bySystem.length > 0)
    return { hits: bySystem.map((rule) => ({ row: rule, fit: 'whole' as const })), matchedBy: 'system_id' as const };
  const byPlace = rows.flatMap((rule) => {
    const fit = subject && fitOf(rule.scope, subject);
    // a mapped system that is not the row's own speaks against the match by city
    const another = rule.pwsIds !== undefined && ids.length > 0;
    return fit ? [{ row: rule, fit: another ? ('part' as const) : fit }] : [];
  });
  return { hits: byPlace, matchedBy: 'place' as const };
}

function systemWords(named: string | undefined, isUnread: boolean): string {
  if (isUnread) return ', and the mapped water system could not be read';
  return named ? `, where the mapped system is ${named}` : '';
}

export default defineTool({
  title: 'Leak adjustment rules of the water utility',
  summary:
    'When the water utility of an address lowers a bill after a leak: conditions, proof and limits, as published.',
  whenToUse: 'A leak or burst pipe made a high water bill: can it be adjusted, and what proof and deadlines apply?',
  notFor: 'Not aid by income (svc_utility_credits), not who serves the address (svc_utility_service_check).',
  scope: 'rules',
  subject: 'optional',
  sources: ['epa-water-service-areas'],
  examples: [
    { title: 'By address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'By a system id from the bill or the water quality report', arguments: { confirmedPwsid: 'NC0392010' } },
  ],
  input: atAddress(
    {
      confirmedPwsid: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9]{2}\d{7}$/, 'a public water system id such as NC0392010')
        .optional()
        .describe(
          'Public water system id of the serving utility, for example NC0392010; the address is then not needed',
        ),
    },
    [['confirmedPwsid']],
  ),
  output: answerOf({
    systemsAtPoint: rows({ pwsId: z.string(), name: z.string() })
      .optional()
      .describe('Community water systems whose mapped service area holds the point; candidates, not a customer record'),
    rules: z.array(
      ruleRow({
        utility: z.string(),
        matchedBy: z
          .enum(['system_id', 'place'])
          .describe('place: by the city alone; whether this utility serves the address is not confirmed'),
        rule: z.string(),
        limit: z.string().optional(),
        howOften: z.string().optional(),
        evidence: z.string().optional(),
        excluded: z.string().optional(),
      }),
    ),
  }),
  async run({ subject, sources, now, answer }, { confirmedPwsid }) {
    const confirmed = confirmedPwsid?.toUpperCase();
    const where = confirmed ? `system ${confirmed}` : subject ? placeWords(subject) : 'the place';
    const ask = { action: 'Ask for the leak adjustment policy and its form', with: 'the utility on the water bill' };

    const lookup =
      !confirmed && subject && isPointSubject(subject) ? await serviceAreasAt(sources, subject) : undefined;
    const systems =
      lookup && answer.addLookup(lookup, { area: where, recordScope: 'service areas of community water systems' });
    const ids = confirmed ? [confirmed] : (systems?.data.map(({ pwsId }) => pwsId) ?? []);
    const { hits, matchedBy } = hitsOf(ids, confirmed ? undefined : subject);
    const named = systems?.data.map(({ name, pwsId }) => `${plainName(name) ?? 'system'} (${pwsId})`).join(', ');

    const source = tableCitation(leakAdjustments).sourceName;
    if (hits.length === 0) {
      const reason = 'the table has no row for the utility or the place';
      answer.addLookup({ state: 'not_covered', source, reason }, { area: where, ...searchExtent });
      // the row may be one of a system that could not be read
      const isUnread = lookup?.state === 'unavailable';
      return answer.finish({
        state: !isUnread && 'not_covered',
        summary: `The ${table} has no row for ${where}${systemWords(named, isUnread)}.`,
        limits: [coverageLimit(leakAdjustments)],
        verifyNext: [ask],
      });
    }
    const reason = staleReason(hits, now);
    const state = reason ? 'stale' : 'found';
    answer.count(state);
    answer.note({ source, area: where, ...searchExtent, state, ...(reason && { reason }) });
    const how =
      matchedBy === 'system_id'
        ? 'matched by the system id'
        : `matched by the city alone${named ? `, while the mapped system is ${named}` : ''}: the serving utility is not confirmed`;
    return answer.finish({
      summary: `The ${table} was read for ${where}: ${hits.map(({ row: rule }) => rule.utility).join('; ')}, ${how}.`,
      facts: {
        systemsAtPoint: citedRows(systems?.data, systems?.citation, 3, ['pwsId', 'name']),
        rules: hits.map((hit) => ({ matchedBy, ...viewRow(answer, hit, shown) })),
      },
      limits: [verificationLimit(hits)],
      verifyNext: [{ ...ask, ...(hits[0] && { url: hits[0].row.page.url }) }],
    });
  },
});
