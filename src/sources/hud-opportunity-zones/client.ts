import { z } from 'zod';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { recordOf } from '../shared/lookup.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card from './card.ts';

const Row = z.looseObject({ GEOID10: z.coerce.string().regex(/^\d{10,11}$/) });

/** The tract (2010 boundaries, 11 digits) that was designated in 2018 and contains the point; `empty` outside. */
export async function designatedTractAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<string>> {
  const lookup = await queryLayer(sources, card, { point, outFields: ['GEOID10'], limit: 5 });
  const tracts = typedRows(sources, card, lookup, Row, ({ GEOID10 }) => GEOID10.padStart(11, '0'));
  const first = hasData(tracts) ? tracts.data[0] : undefined;
  if (first === undefined) return tracts as Lookup<never>;
  const found = mapLookup(tracts, () => first);
  return hasData(found)
    ? { ...found, citation: { ...found.citation, ...recordOf(card, first), sourceDate: '2018-12-14' } }
    : found;
}
