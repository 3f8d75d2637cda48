import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { countyCodes } from '../../src/kernel/by-county.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import card from '../../src/sources/openfema/card.ts';
import { type CountyClaims, countyClaims, minimumForAmounts } from '../../src/sources/openfema/claims.ts';

const shownYears = 8;

const paid = z.number().optional().describe(`Building and contents payments; absent below ${minimumForAmounts} claims`);

const facts = z.strictObject({
  county: fact(z.string()),
  claims: fact(z.int()).describe('All claims of the county as the source counts them'),
  paid: fact(z.number()).optional().describe('Building and contents payments of the claims that were read'),
  claimsRead: fact(z.int()).optional().describe('Present where the sums rest on the newest claims only'),
  claimsWithoutAmount: fact(z.int()).optional(),
  byYear: z.array(row({ year: z.int(), claims: z.int(), paidUsd: paid })).describe('Year of loss, newest first'),
  earlierYears: z.int().optional().describe('Further years of loss that are not listed'),
  zip: row({ zip: z.string(), claims: z.int(), paidUsd: paid }).optional(),
});

const limits = [
  'Sums by county, ZIP and year only: the source places claims to a tenth of a degree, so nothing here is about one address.',
  'Insured losses of the National Flood Insurance Program only; floods without a policy leave no claim. Dollars of each year, not adjusted.',
];

/** Why no claims are shown. */
function missWords({ state }: Lookup<unknown>, name: string): string {
  if (state === 'empty')
    return `OpenFEMA lists no flood insurance claim with ${name}; that says nothing about floods without a policy.`;
  if (state === 'unresolved') return 'The county of the place is not known, so OpenFEMA was not asked.';
  return `OpenFEMA could not be read for the flood insurance claims of ${name}.`;
}

export default defineTool({
  title: 'Flood insurance claims of a county and ZIP',
  summary: 'NFIP claims and payments of the county by year of loss, and of the ZIP code, added up from OpenFEMA.',
  whenToUse: 'How many flood insurance claims were paid in the county and ZIP of this address, and in which years?',
  notFor:
    'Never the claims of one property; the mapped zone is svc_flood_zone, declared disasters are svc_fema_events.',
  synonyms: ['flood claims', 'flood history', 'flood losses', 'insurance payouts', 'has it flooded', 'NFIP payments'],
  scope: 'national',
  subject: 'area',
  sources: ['openfema'],
  limits,
  examples: [
    { title: 'By address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'By point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  input: atAddress({}),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['flood', 'NFIP', 'insurance', 'FEMA']),
  async run({ subject, sources }) {
    const answer = new AnswerBuilder(subject);
    const codes = countyCodes(subject);
    const name = subject.county ? `${subject.county.name}, ${subject.stateCode ?? ''}` : 'the county of the place';
    const lookup: Lookup<CountyClaims> =
      codes.length > 0
        ? await countyClaims(
            sources,
            codes.map(({ fips }) => fips),
          )
        : { state: 'unresolved', source: card.name, reason: 'the county of the place is not known' };
    const cited = answer.addLookup(lookup, {
      area: name,
      period: 'since 1978',
      recordScope: 'redacted claims, building and contents payments, by year of loss and reported ZIP',
    });
    const verifyNext = [
      {
        action: 'Ask the seller or the insurer for the claims of the property itself',
        with: 'seller, insurer or FEMA (owner only)',
      },
    ];
    if (!cited) {
      const summary = missWords(lookup, name);
      return answer.finish({ summary, limits, verifyNext });
    }
    const { data, citation } = cited;
    const whole = data.read >= data.claims;
    const zip = subject.zip ? data.byZip[subject.zip] : undefined;
    const dollars = `$${data.paidUsd.toLocaleString('en-US')}`;
    const enough = data.read >= minimumForAmounts;
    return answer.finish({
      summary:
        `OpenFEMA counts ${data.claims} flood insurance claims in ${name}` +
        `${enough ? `, with ${dollars} paid ${whole ? 'in all' : `on the newest ${data.read} (losses since ${data.oldestYearRead})`}` : ''}` +
        `${zip && subject.zip ? `; ${zip.claims} of those read in ZIP ${subject.zip}` : ''}.`,
      facts: {
        county: { value: `${name} (${codes.map(({ fips }) => fips).join(', ')})`, citation },
        claims: { value: data.claims, unit: 'claims', citation },
        ...(enough && { paid: { value: data.paidUsd, unit: 'USD', citation } }),
        ...(!whole && { claimsRead: { value: data.read, unit: 'claims', citation } }),
        ...(data.withoutAmount > 0 && {
          claimsWithoutAmount: {
            value: data.withoutAmount,
            unit: 'claims',
            citation,
            note: 'not stated, which is not zero',
          },
        }),
        byYear: data.byYear.slice(0, shownYears).map((entry) => ({ ...entry, citation })),
        ...(data.byYear.length > shownYears && { earlierYears: data.byYear.length - shownYears }),
        ...(zip && subject.zip && { zip: { zip: subject.zip, ...zip, citation } }),
      },
      limits: [
        ...limits,
        ...(whole ? [] : [`The sums are of the newest ${data.read} claims; the count is of all ${data.claims}.`]),
      ],
      verifyNext,
    });
  },
});
