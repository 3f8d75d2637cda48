import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { factShape, factsOf } from '../../src/fields/facts.ts';
import { countyCodes } from '../../src/geography/by-county.ts';
import { answerOf, fact } from '../../src/kernel/answer.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import { newestYearOf } from '../../src/mirror/queries/parts.ts';
import { medicareOf, mirroredMedicare } from '../../src/sources/cms-geographic-variation/client.ts';
import { medicareCounties } from '../../src/sources/cms-geographic-variation/fields.ts';

const figures = [
  'paymentPerBeneficiary',
  'standardizedPaymentPerBeneficiary',
  'beneficiaries',
  'originalMedicareBeneficiaries',
  'medicareAdvantageBeneficiaries',
] as const;

const usd = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;

export default defineTool({
  title: 'Medicare spending of the county',
  summary: 'Original Medicare spending per beneficiary of the county, actual and standardized, with enrollment.',
  whenToUse: 'How much does Original Medicare spend per beneficiary where this address lies?',
  notFor: 'Not the cost of a treatment, a plan or a provider, and not health advice.',
  scope: 'national',
  subject: 'area',
  sources: ['cms-geographic-variation'],
  mirrors: ['cms-geographic-variation'],
  examples: [{ title: 'County of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    county: fact(z.string()),
    ...factShape(medicareCounties, 'year', ...figures),
    suppressed: z.array(z.string()).optional().describe('Figures that CMS does not publish for this county'),
  }),
  paid: oneCentTerms(['medicare', 'health', 'CMS']),
  async run(ctx) {
    const { subject, answer } = ctx;
    const area = subject.county?.name ?? subject.input;
    const live = await medicareOf(ctx.sources, subject, newestYearOf(ctx.mirror, 'cms-geographic-variation'));
    const { cited, answered } = answer.addLiveOrMirror(
      { area, recordScope: 'Medicare Geographic Variation, county, all ages' },
      live,
      () => mirroredMedicare(ctx.mirror, subject),
    );
    if (!cited) {
      const none = `The CMS county table was queried for ${area}; it has no row.`;
      const unresolved = 'The county of the place is not known, so CMS was not queried.';
      return answer.miss(live, {
        unresolved,
        failed: answered ? none : `The CMS county table could not be read for ${area}.`,
      });
    }
    const { data, citation } = cited;
    const { paymentPerBeneficiary: payment, standardizedPaymentPerBeneficiary: standardized } = data;
    const suppressed = figures.filter((name) => data[name] === undefined);
    const name = countyCodes(subject).find(({ fips }) => fips === data.countyFips)?.name ?? area;
    return answer.finish({
      summary:
        payment === undefined
          ? `CMS lists ${name} for ${data.year} and withholds its Medicare spending.`
          : `CMS puts Original Medicare spending in ${name} at ${usd(payment)} per beneficiary in ${data.year}${standardized === undefined ? '' : ` (${usd(standardized)} standardized)`}.`,
      facts: {
        county: { value: `${data.county} (${data.countyFips})`, citation },
        ...factsOf(medicareCounties, data, citation, 'year', ...figures),
        suppressed: filled(suppressed),
      },
    });
  },
});
