import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { countedInCounty, countyCodes, countyWords } from '../../src/geography/by-county.ts';
import { answerSchema, fact, optionalRow, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder, Cited } from '../../src/kernel/answer-builder.ts';
import { beyond, citedRows } from '../../src/kernel/nearby-shape.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import {
  type ClaimYear,
  type CountyClaims,
  claimCounts,
  countyClaims,
  minimumForAmounts,
  zipClaims,
} from '../../src/sources/openfema/claims.ts';

const card = sourceCard('openfema');

const shownYears = 8;

const paid = z.number().optional().describe(`Building and contents payments; absent below ${minimumForAmounts} claims`);

const facts = z.strictObject({
  county: fact(z.string()),
  claimCount: fact(z.int()).describe('All claims of the county as the source counts them'),
  paid: fact(z.number()).optional().describe('Building and contents payments; absent where not every claim was read'),
  readClaimCount: fact(z.int())
    .optional()
    .describe('Present where not every claim could be read: the newest ones were'),
  withoutAmount: fact(z.int()).optional(),
  byYear: rows({ year: z.int(), count: z.int(), paidUsd: paid }).describe(
    'Years of loss, newest first; without an amount where not every claim of the year was read',
  ),
  yearsLeftOut: z.int().optional().describe('Further years of loss that are not listed'),
  zip: optionalRow('All claims of the ZIP in the county', { zip: z.string(), count: z.int(), paidUsd: paid }),
});

/** The claims of the ZIP: out of the county's where all of those were read, else from a query for the ZIP. */
async function zipCell(
  answer: AnswerBuilder,
  sources: SourceAccess,
  county: Cited<CountyClaims>,
  fips: readonly string[],
  zip: string,
) {
  const { byZip } = county.data;
  if (byZip) {
    const cell = byZip[zip];
    return cell && { zip, ...cell, citation: county.citation };
  }
  const queried = answer.addLookup(await zipClaims(sources, fips, zip), {
    area: `ZIP ${zip} within the county`,
    period: 'since 1978',
    recordScope: 'redacted claims, building and contents payments',
  });
  if (!queried) return undefined;
  const { count, paidUsd } = queried.data;
  const stated = paidUsd !== undefined && count >= minimumForAmounts;
  return { zip, count, paidUsd: stated ? paidUsd : undefined, citation: queried.citation };
}

/** Years of loss that were not read to their end: their counts from a query for the years, as many as are still shown. */
async function unreadYears(
  answer: AnswerBuilder,
  sources: SourceAccess,
  { data: { byYear, cutYear } }: Cited<CountyClaims>,
  fips: readonly string[],
): Promise<readonly (ClaimYear & { readonly citation: string })[]> {
  const left = shownYears - byYear.length;
  if (cutYear === undefined || left <= 0) return [];
  const years = Array.from({ length: left }, (_, at) => cutYear - at);
  const queried = answer.addLookup(await claimCounts(sources, fips, years), {
    area: 'the county',
    period: `${years.at(-1)} to ${cutYear}`,
    recordScope: 'number of claims by year of loss',
  });
  return citedRows(queried?.data, queried?.citation) ?? [];
}

export default defineTool({
  title: 'Flood insurance claims of a county and ZIP',
  summary: 'NFIP claims and payments of the county by year of loss, and of the ZIP code, added up from OpenFEMA.',
  whenToUse: 'How many flood insurance claims were paid in the county and ZIP of this address, and in which years?',
  notFor:
    'Never the claims of one property; the mapped zone is svc_flood_zone, declared disasters are svc_fema_events.',
  subject: 'area',
  sources: ['openfema'],
  examples: [
    { title: 'By address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'By point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  output: answerSchema({ facts }),
  paid: oneCentTerms(['flood', 'NFIP', 'insurance', 'FEMA']),
  async run({ subject, sources, answer }) {
    const fips = countyCodes(subject).map((code) => code.fips);
    const name = countyWords(subject);
    const lookup = await countedInCounty(subject, card.name, () => countyClaims(sources, fips));
    const cited = answer.addLookup(lookup, {
      area: name,
      period: 'since 1978',
      recordScope: 'redacted claims, building and contents payments, by year of loss and reported ZIP',
    });
    if (!cited)
      return answer.miss(lookup, {
        empty: `OpenFEMA lists no flood insurance claim with ${name}; that says nothing about floods without a policy.`,
        unresolved: 'The county of the place is not known, so OpenFEMA was not queried.',
        failed: `OpenFEMA could not be read for the flood insurance claims of ${name}.`,
      });
    const { data, citation } = cited;
    const whole = data.read >= data.count;
    const zip =
      subject.zip === undefined ? undefined : await zipCell(answer, sources, { data, citation }, fips, subject.zip);
    const unread = await unreadYears(answer, sources, { data, citation }, fips);
    const dollars = data.paidUsd === undefined ? undefined : `$${data.paidUsd.toLocaleString('en-US')}`;
    const enough = dollars !== undefined && data.read >= minimumForAmounts;
    return answer.finish({
      summary:
        `OpenFEMA counts ${data.count} flood insurance claims in ${name}` +
        `${enough ? `, with ${dollars} paid in all` : whole ? '' : `; ${data.read} of them were read, so no total is given`}` +
        `${zip ? `; ${zip.count} in ZIP ${zip.zip}` : ''}.`,
      facts: {
        county: { value: `${name} (${fips.join(', ')})`, citation },
        claimCount: { value: data.count, unit: 'claims', citation },
        paid: enough ? { value: data.paidUsd, unit: 'USD', citation } : undefined,
        readClaimCount: !whole ? { value: data.read, unit: 'claims', citation } : undefined,
        withoutAmount: data.withoutAmount
          ? { value: data.withoutAmount, unit: 'claims', citation, note: 'not stated, which is not zero' }
          : undefined,
        byYear: [...(citedRows(data.byYear, citation, shownYears) ?? []), ...unread],
        yearsLeftOut: whole ? beyond(data.byYear, shownYears) : undefined,
        zip,
      },
      limits: [
        !whole &&
          `The county has more claims than one reading holds: the counts are the source's own, and amounts stand only with years of which every claim was read.`,
      ],
    });
  },
});
