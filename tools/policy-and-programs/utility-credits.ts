import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerOf } from '../../src/kernel/answer.ts';
import { utilityCredits } from '../../src/rules/program-tables.ts';
import { pointerChecks } from '../../src/rules/rule-pointers.ts';
import { readTable } from '../../src/rules/rule-table.ts';
import { ruleRow, soldByPlace, tableLimits, viewRow } from '../../src/rules/rule-view.ts';

export default defineTool({
  title: 'Utility credits and bill assistance',
  summary: 'Published credits, discounts and aid for water, sewer, power and heating bills of a place, cited.',
  whenToUse: 'Is there help with the utility bill here: low-income discount, senior discount, credit, arrears relief?',
  notFor:
    'Not a bill after a leak (svc_water_utility_leak_adjustment_rules) and not property tax (svc_owner_programs).',
  scope: 'rules',
  subject: 'area',
  examples: [{ title: 'Credits of a city', arguments: { place: 'Chicago, IL' } }],
  input: inputObject({ place }),
  output: answerOf({
    credits: z.array(
      ruleRow({
        program: z.string(),
        bills: z.array(z.string()).describe('Bills that it is for'),
        benefit: z.string(),
        eligibility: z.string().optional(),
      }),
    ),
  }),
  paid: oneCentTerms(['utility', 'water', 'assistance', 'discount'], soldByPlace('credits')),
  run({ subject, now, answer }) {
    const area = placeWords(subject);
    const { rows, pointers } = readTable(answer, utilityCredits, { subject, area, now });
    const ask = { action: 'Ask for discounts, credits and payment plans', with: 'the utility on the bill' };
    const [first] = rows;
    return answer.finish({
      summary: first
        ? `The table of utility credits was read for ${area}: ${rows.map(({ row }) => row.program).join('; ')}.`
        : `The table of utility credits has no row for ${area}.`,
      facts: first && {
        credits: rows.map((hit) => viewRow(answer, hit, ['program', 'bills', 'benefit', 'eligibility'])),
      },
      limits: tableLimits(utilityCredits, rows, pointers),
      verifyNext: [{ ...ask, ...(first && { url: first.row.page.url }) }, ...pointerChecks(pointers)],
    });
  },
});
