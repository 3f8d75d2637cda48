import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { odataText, queryOpenFema } from '../drivers/openfema.ts';
import { nullableText, textOrNumber } from '../shared/fields.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** Residential buildings and flood policies of a county, as FEMA counted them. */
export interface CountyPolicies {
  readonly county?: string;
  readonly fips: string;
  readonly structures?: number;
  readonly contracts?: number;
  /** Percent of the residential buildings with a contract of the program in force. */
  readonly insuredPercent?: number;
  readonly hazardAreaStructureCount?: number;
  readonly hazardAreaContractCount?: number;
  readonly insuredInHazardAreaPercent?: number;
}

const Row = z.looseObject({
  county: nullableText,
  fipsCode: z.union([z.string(), z.number()]),
  totalResStructures: textOrNumber,
  resContractsInForce: textOrNumber,
  resPenetrationRate: textOrNumber,
  totalResStructuresSfha: textOrNumber,
  resContractsInForceSfha: textOrNumber,
  resPenetrationRateSfha: textOrNumber,
  asOfDate: nullableText,
});
type Row = z.infer<typeof Row>;

/** The rates are shares of one. */
function percent(value: unknown): number | undefined {
  const share = numberOf(value);
  return share === undefined || share < 0 ? undefined : Math.round(share * 1000) / 10;
}

const toPolicies = (row: Row): CountyPolicies =>
  defined({
    county: textOf(row.county, 80),
    fips: String(row.fipsCode).padStart(5, '0'),
    structures: numberOf(row.totalResStructures),
    contracts: numberOf(row.resContractsInForce),
    insuredPercent: percent(row.resPenetrationRate),
    hazardAreaStructureCount: numberOf(row.totalResStructuresSfha),
    hazardAreaContractCount: numberOf(row.resContractsInForceSfha),
    insuredInHazardAreaPercent: percent(row.resPenetrationRateSfha),
  });

const citation = {
  sourceName: 'OpenFEMA NFIP residential penetration rates, version 1',
  sourceUrl: 'https://www.fema.gov/openfema-data-page/nfip-residential-penetration-rates-v1',
};

/** A code that begins with a zero is also asked without it: clients of the data pad the column themselves. */
const codesOf = (fips: readonly string[]) => [...new Set(fips.flatMap((code) => [code, code.replace(/^0/, '')]))];

/**
 * Residential flood policies of a county: contracts in force, buildings, and the share that is insured, in all and inside
 * special flood hazard areas. FEMA publishes it as one row a county. Connecticut's two codes may be asked at once.
 */
export async function countyPolicies(sources: SourceAccess, fips: readonly string[]): Promise<Lookup<CountyPolicies>> {
  const lookup = await queryOpenFema(sources, card, {
    entity: 'v1/NfipResidentialPenetrationRates',
    filter: codesOf(fips)
      .map((code) => `fipsCode eq ${odataText(code)}`)
      .join(' or '),
    limit: 5,
    ttlSeconds: 2_592_000,
    citation,
  });
  if (!hasData(lookup)) return lookup;
  const parsed = z.array(Row).safeParse(lookup.data.rows);
  if (!parsed.success) return wrongShape(sources, card);
  const rows = parsed.data.toSorted((a, b) => (b.asOfDate ?? '').localeCompare(a.asOfDate ?? '', 'en'));
  const [row] = rows;
  if (!row) return wrongShape(sources, card);
  const sourceDate = dateOf(row.asOfDate);
  return { ...lookup, data: toPolicies(row), citation: { ...lookup.citation, ...(sourceDate && { sourceDate }) } };
}
