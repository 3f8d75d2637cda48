import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { defined } from '../defined.ts';
import { queryCsv } from '../drivers/csv.ts';
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
    where: (row) =>
      (chambers[chamber] as readonly string[]).includes(row.current_chamber ?? '') &&
      isDistrict(row.current_district ?? ''),
    limit: 20,
  });
  return mapLookup(lookup, (rows) =>
    rows.map((row) =>
      defined({
        name: textOf(row.name, 120) ?? 'not stated',
        district: textOf(row.current_district, 60) ?? 'not stated',
        party: textOf(row.current_party, 60),
        website: (row.links ?? '').split(/[;\s|]+/).find((link) => /^https:\/\//.test(link) && URL.canParse(link)),
      }),
    ),
  );
}
