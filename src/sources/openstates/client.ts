import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { queryCsv } from '../drivers/csv.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

export interface Legislator {
  readonly name: string;
  readonly district: string;
  readonly party?: string;
  readonly website?: string;
}

/** Nebraska's and the District's single chambers are listed as `legislature`. */
const chambers = { upper: ['upper', 'legislature'], lower: ['lower'] } as const;

/**
 * Members of one chamber whose district fits; several where a district elects several.
 * District names differ from the Census Bureau's, so the caller says which ones mean the same.
 */
export async function legislatorsFor(
  sources: SourceAccess,
  stateCode: string,
  chamber: 'upper' | 'lower',
  isDistrict: (name: string) => boolean,
): Promise<Lookup<readonly Legislator[]>> {
  const lookup = await queryCsv(sources, card, {
    request: { url: `${card.endpoint}${stateCode.toLowerCase()}.csv` },
    columns: ['name', 'current_party', 'current_district', 'current_chamber', 'links'],
  });
  // a legislature without members is no legislature, and one without a known chamber is no file of this service
  if (lookup.state === 'empty') return wrongShape(sources, card);
  if (!hasData(lookup)) return lookup;
  const seated = (chamberNames: readonly string[]) =>
    lookup.data.filter((row) => chamberNames.includes(row.current_chamber ?? ''));
  if (seated(Object.values(chambers).flat()).length === 0) return wrongShape(sources, card);
  const rows = seated(chambers[chamber]).filter((row) => isDistrict(row.current_district ?? ''));
  if (rows.length === 0) return noneOf(lookup);
  return {
    ...lookup,
    data: rows.map((row) =>
      defined({
        name: textOf(row.name, 120) ?? 'not stated',
        district: textOf(row.current_district, 60) ?? 'not stated',
        party: textOf(row.current_party, 60),
        website: (row.links ?? '').split(/[;\s|]+/).find((link) => /^https:\/\//.test(link) && URL.canParse(link)),
      }),
    ),
  };
}
