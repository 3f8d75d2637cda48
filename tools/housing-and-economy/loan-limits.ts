import { z } from 'zod';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, county, state, whole } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerOf, fact, optionalRow } from '../../src/kernel/answer.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { loanLimits } from '../../src/mirror/datasets/fhfa-loan-limits.ts';
import { countyRows } from '../../src/mirror/queries/by-county.ts';
import { rowCitation } from '../../src/rules/cited-row.ts';
import { type LimitKind, limitAreaOf, limitKind, limitKinds } from '../../src/rules/loan-limit-areas.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';
import { ineligibleAreasAt } from '../../src/sources/usda-rural-eligibility/client.ts';

const dataset = 'fhfa-loan-limits';
const unitColumns = ['oneUnit', 'twoUnit', 'threeUnit', 'fourUnit'] as const;
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

const kindWords: Readonly<Record<LimitKind, string>> = {
  baseline: 'the baseline limit',
  high_cost: 'a high-cost area below the ceiling',
  high_cost_ceiling: 'a high-cost area at the ceiling',
  statutory: 'the baseline of the areas that the law sets apart',
  statutory_high_cost: 'above the baseline of the areas that the law sets apart',
};

/** Whether the point lies in an area that USDA's rural housing programs leave out; nothing for a county alone. */
async function ruralArea({ answer, sources, subject }: FreeContext<'area'>) {
  if (!isPointSubject(subject)) return { words: '' };
  const found = await ineligibleAreasAt(sources, subject);
  const cited = answer.addLookup(found, { area: 'the point' });
  if (!cited) return { words: "; USDA's map of rural housing loans could not be read" };
  const inside = cited.data > 0;
  return {
    fact: { value: inside, citation: cited.citation },
    words: inside
      ? "; USDA's rural housing loans leave the point out"
      : "; USDA's map does not leave the point out of rural housing loans",
  };
}

export default defineTool({
  title: 'Conforming loan limits',
  summary:
    "FHFA conforming loan limit of a county, one to four units; at an address whether USDA's rural loan map leaves it out.",
  whenToUse:
    "To learn this year's limit that Fannie Mae and Freddie Mac may buy up to in a county, or how a proposed loan amount stands to it; or whether USDA rural housing loans leave an address out.",
  notFor: 'Not FHA or VA limits, no eligibility of a borrower or house, no advice on a loan.',
  sources: ['usda-rural-eligibility'],
  essential: [[dataset]],
  mirrors: [dataset],
  scope: 'national',
  subject: 'area',
  examples: [
    {
      title: 'Limit for a two-unit house',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', units: 2, proposedLoanAmountUsd: 900_000 },
    },
    { title: 'By county', arguments: { state: 'NC', county: 'Wake' } },
  ],
  input: atAddress(
    {
      units: whole(1, 4).default(1).describe('Dwelling units, 1 to 4'),
      proposedLoanAmountUsd: z
        .number()
        .positive()
        .max(100_000_000)
        .optional()
        .describe('Loan amount in dollars to set beside the limit'),
      state: state.optional(),
      county: county.optional(),
    },
    [['state', 'county']],
  ),
  output: answerOf({
    limit: fact(z.int()).describe('Conforming limit for the queried number of units'),
    units: z.int(),
    year: z.int(),
    county: fact(z.string()),
    allUnits: fact(z.strictObject({ one: z.int(), two: z.int(), three: z.int(), four: z.int() })),
    area: optionalRow('What the limit is among those of its year, one unit', {
      kind: z
        .enum(limitKinds)
        .describe(
          'By the limit of one unit; statutory: Alaska, Guam, Hawaii and the Virgin Islands have a baseline apart',
        ),
      baselineUsd: z.int(),
      ceilingUsd: z.int(),
    }),
    insideUsdaIneligibleArea: fact(z.boolean())
      .optional()
      .describe("Whether USDA's map of rural housing loans (RHS) leaves the point out; one test of several"),
    comparison: z
      .strictObject({
        proposedLoanAmountUsd: z.number(),
        relation: z.enum(['at_or_below_limit', 'above_limit']),
        differenceUsd: z.number(),
        citation: z.string(),
      })
      .optional(),
  }),
  paid: oneCentTerms(['mortgage', 'loan-limits', 'fhfa']),
  async run(ctx, { units, proposedLoanAmountUsd }) {
    const year = Number(ctx.mirror.status(dataset).vintage ?? ctx.now.getUTCFullYear());
    const { answer } = ctx;
    const where = ctx.subject.county?.name ?? ctx.subject.resolved ?? ctx.subject.input;
    const cited = answer.addLookup(countyRows(ctx.mirror, loanLimits, ctx.subject), {
      area: where,
      period: String(year),
      recordScope: 'full county list of conforming loan limit values',
    });
    const rural = await ruralArea(ctx);
    const listed = cited?.data.rows[0];
    const limit = listed?.[unitColumns[units - 1] ?? 'oneUnit'];
    if (!cited || !listed || limit === undefined) {
      return answer.finish({
        summary: `The FHFA list of ${year} conforming loan limits was queried for ${where}; it gave no limit${rural.words}.`,

        verifyNext: nextChecks('loan-limits.missing'),
      });
    }
    const { citation } = cited;
    const name = `${cited.data.code.name}, ${listed.state}`;
    const area = limitAreaOf(ctx.subject, year);
    const kind = area && limitKind(listed.oneUnit, area);
    return answer.finish({
      summary: `The ${year} conforming limit in ${name} is ${dollars(limit)} for ${units} unit${units > 1 ? 's' : ''}${kind ? `, ${kindWords[kind]}` : ''} (FHFA full county list)${rural.words}.`,
      facts: {
        limit: { value: limit, unit: 'USD', citation },
        units,
        year,
        county: { value: name, citation, note: `listed under ${cited.data.code.fips} (${cited.data.code.vintage})` },
        allUnits: {
          value: { one: listed.oneUnit, two: listed.twoUnit, three: listed.threeUnit, four: listed.fourUnit },
          unit: 'USD',
          citation,
        },
        area: area &&
          kind && { kind, ...pickFields(area, 'baselineUsd', 'ceilingUsd'), citation: answer.cite(rowCitation(area)) },
        insideUsdaIneligibleArea: rural.fact,
        comparison:
          proposedLoanAmountUsd === undefined
            ? undefined
            : {
                proposedLoanAmountUsd,
                relation: proposedLoanAmountUsd <= limit ? 'at_or_below_limit' : 'above_limit',
                differenceUsd: Math.abs(proposedLoanAmountUsd - limit),
                citation,
              },
      },
    });
  },
});
