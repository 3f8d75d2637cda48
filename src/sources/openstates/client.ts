import { z } from 'zod';
import { code, computed, type RowOf, table, text } from '../../fields/define.ts';
import { hasData, type Lookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { queryCsv } from '../drivers/csv.ts';
import { wrongShape } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('openstates');

export const legislators = table(card.id, {
  name: text('name', { maxLength: 120, otherwise: 'not stated' }),
  district: text('current_district', { maxLength: 60, otherwise: 'not stated' }),
  party: text('current_party', { maxLength: 60 }),
  chamber: code('current_chamber'),
  website: computed(['links'], z.string(), ([links]) =>
    String(links ?? '')
      .split(/[;\s|]+/)
      .find((link) => /^https:\/\//.test(link) && URL.canParse(link)),
  ),
});
export type Legislator = RowOf<typeof legislators>;

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
  const request = { url: `${card.endpoint}${stateCode.toLowerCase()}.csv` };
  const file = await queryCsv(sources, card, { request, columns: legislators.columns });
  const lookup = plainRows(sources, legislators, file);
  // a legislature without members is no legislature, and one without a known chamber is no file of this service
  if (lookup.state === 'empty') return wrongShape(sources, card);
  if (!hasData(lookup)) return lookup;
  const seated = (names: readonly string[]) => lookup.data.filter(({ chamber = '' }) => names.includes(chamber));
  if (seated(Object.values(chambers).flat()).length === 0) return wrongShape(sources, card);
  return mapRows(lookup, () => seated(chambers[chamber]).filter(({ district }) => isDistrict(district)));
}
