import { z } from 'zod';
import { askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place, whole } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import { addDays } from '../../src/kernel/time.ts';
import { plainDate } from '../../src/rules/calendar-dates.ts';
import { rowVerifications } from '../../src/rules/cited-row.ts';
import { pointerChecks, pointerLimits } from '../../src/rules/rule-pointers.ts';
import { coveredPlaces, readTable } from '../../src/rules/rule-table.ts';
import { ageWords, cautionLimits, viewCited } from '../../src/rules/rule-view.ts';
import { type TaxSaleRow, taxRedemption, taxSales } from '../../src/rules/tax-tables.ts';
import { nextOccurrence, type Occurrence } from '../../src/rules/tax-when.ts';

const verification = z.enum(rowVerifications);

function howWords({ when }: TaxSaleRow, next: Occurrence | undefined, from: string): string {
  if (!next) return when.kind === 'undated' ? when.why : '';
  return next.to < from ? `${next.how}; it has passed, and no later date was seen` : next.how;
}

function viewSale(one: TaxSaleRow, from: string, answer: AnswerBuilder) {
  const next = nextOccurrence(one.when, from);
  return {
    place: one.scope.name,
    from: next?.from,
    until: next?.to,
    how: howWords(one, next, from),
    ...viewCited(answer, one, ['event', 'rule']),
  };
}

function saleWords(sales: readonly ReturnType<typeof viewSale>[], from: string): string {
  const ahead = sales.filter((one) => one.until !== undefined && one.until >= from);
  if (ahead.length === 0)
    return sales.length > 0 ? 'the pages give no date to come' : 'no sale published for this period';
  return ahead
    .map((one) => `${one.event} in ${one.place}, ${one.from === one.until ? one.from : `${one.from} to ${one.until}`}`)
    .join('; ');
}

function redemptionWords(first: { readonly period: string } | undefined): string {
  if (!first) return 'no redemption period whose text was read';
  return `redemption: ${first.period.length > 100 ? 'differs by case, see the row' : first.period}`;
}

export default defineTool({
  title: 'Tax sale calendar',
  summary:
    'When unpaid property tax, or property for it, is sold at a place, and the time to redeem, each with its page.',
  whenToUse: 'When is the next tax lien or tax deed sale here, and how long can an owner redeem after it?',
  notFor: 'Not a list of the properties in a sale (svc_tax_distress) and not a balance or a legal opinion.',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'A state', arguments: { place: 'Iowa' } },
    { title: 'A county, from a day on', arguments: { place: 'Travis County, TX', asOf: '2026-12-02', withinDays: 60 } },
  ],
  input: inputObject({
    place,
    asOf: plainDate.optional().describe('First day of the period, YYYY-MM-DD; today where absent'),
    withinDays: whole(1, 730)
      .default(365)
      .describe('Days from asOf in which a sale is looked for; default 365, at most 730'),
  }),
  output: answerOf({
    asOf: z.string(),
    until: z.string(),
    sales: rows({
      place: z.string(),
      event: z.string(),
      from: z.string().optional().describe('First day, YYYY-MM-DD; absent where no date is given'),
      until: z.string().optional().describe('Last day; the same as from where a single day is given'),
      how: z.string(),
      rule: z.string(),
      verification,
    }).optional(),
    redemption: rows({
      state: z.string(),
      saleType: z.string(),
      period: z.string().describe('Time to redeem, as the page states it'),
      statute: z.string(),
      quote: z.string().optional().describe('Words of the text that was read'),
      textOf: z.string().optional().describe('Date or edition that the copy gives for its text'),
      verification,
    }).optional(),
  }),
  run(ctx, input) {
    const { subject, answer } = ctx;
    const from = input.asOf ?? ctx.now.toISOString().slice(0, 10);
    const until = addDays(from, input.withinDays);
    const area = placeWords(subject);
    const fits = ({ when }: TaxSaleRow) => {
      const next = nextOccurrence(when, from);
      return next === undefined ? when.kind === 'undated' : next.from <= until;
    };
    const scope = `sales from ${from} to ${until}`;
    const found = readTable(answer, taxSales, { subject, area, scope, wanted: fits });
    const redeem = readTable(answer, taxRedemption, { subject, area, scope: 'redemption periods' });

    const sales = found.rows.map(({ row: one }) => viewSale(one, from, answer));
    // a city's own law is none of its state
    const ofPlace = redeem.rows.filter(({ fit }) => fit === 'whole');
    const periods = ofPlace.map(({ row: one }) => ({
      state: one.scope.name,
      period: one.redemption,
      textOf: one.page.edition,
      ...viewCited(answer, one, ['saleType', 'statute', 'quote']),
    }));
    const nothing = sales.length + periods.length === 0;
    const page = found.rows[0]?.row.page;
    const pointers = [...found.pointers, ...redeem.pointers];
    return answer.finish({
      summary: `Table of tax sale dates queried for ${area}, ${from} to ${until}: ${saleWords(sales, from)}; ${redemptionWords(periods[0])}${ageWords(ofPlace, ctx.now)}.`,
      facts: !nothing && { asOf: from, until, sales: filled(sales), redemption: filled(periods) },
      limits: [
        ...cautionLimits([...found.rows, ...ofPlace]),
        ...pointerLimits(pointers),
        nothing && `Places with rows: ${coveredPlaces(taxSales).join(', ')}.`,
      ],
      verifyNext: [
        ...pointerChecks(pointers),
        page && { action: 'Read the date of the next sale', with: page.name, url: page.url },
        ...askOfficeOrState(
          subject,
          { ...offices.collector, words: 'tax collector or sheriff' },
          'Ask for the notice of the next sale',
          'Find the office that sells, and its notices',
        ),
      ],
    });
  },
});
