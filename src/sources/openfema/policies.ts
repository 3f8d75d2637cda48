import { count, day, id, number, type RowOf, table, text } from '../../fields/define.ts';
import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { openFemaRows } from '../drivers/openfema.ts';
import { quoted } from '../drivers/rows.ts';
import { wrongShape } from '../shared/lookup.ts';

const card = sourceCard('openfema');

/** The rates are shares of one. */
const percent = { factor: 100, decimals: 1, minimum: 0 } as const;

/** Residential buildings and flood policies in force of a county, in all and inside special flood hazard areas. */
export const countyPolicyRows = table(card.id, {
  county: text('county', { maxLength: 80 }),
  fips: id('fipsCode', { pad: 5, required: true }),
  residentialStructureCount: count('totalResStructures'),
  contractCount: count('resContractsInForce'),
  insuredPercent: number('resPenetrationRate', percent),
  hazardAreaStructureCount: count('totalResStructuresSfha'),
  hazardAreaContractCount: count('resContractsInForceSfha'),
  insuredInHazardAreaPercent: number('resPenetrationRateSfha', percent),
  asOf: day('asOfDate', { means: 'counted' }),
});
export type CountyPolicies = RowOf<typeof countyPolicyRows>;

const citation = {
  sourceName: 'OpenFEMA NFIP residential penetration rates, version 1',
  sourceUrl: 'https://www.fema.gov/openfema-data-page/nfip-residential-penetration-rates-v1',
};

/** A code that begins with a zero is also queried without it: clients of the data pad the column themselves. */
const codesOf = (fips: readonly string[]) => [...new Set(fips.flatMap((code) => [code, code.replace(/^0/, '')]))];

/** The newest row of a county, by any of its codes: Connecticut has two sets. FEMA publishes one row a county. */
export async function countyPolicies(sources: SourceAccess, fips: readonly string[]): Promise<Lookup<CountyPolicies>> {
  const lookup = await openFemaRows(sources, countyPolicyRows, {
    entity: 'v1/NfipResidentialPenetrationRates',
    filter: codesOf(fips)
      .map((code) => `fipsCode eq ${quoted(code)}`)
      .join(' or '),
    limit: 5,
    ttlSeconds: 2_592_000,
    citation,
  });
  if (!hasData(lookup)) return lookup;
  const [row] = lookup.data.rows.toSorted((a, b) => (b.asOf ?? '').localeCompare(a.asOf ?? '', 'en'));
  if (!row) return wrongShape(sources, card);
  return citing({ ...lookup, data: row }, { sourceDate: row.asOf });
}
