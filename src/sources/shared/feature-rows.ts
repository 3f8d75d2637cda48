import { z } from 'zod';
import { point } from '../../fields/define.ts';
import type { Fields, RowOf, Table } from '../../fields/table.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { type FeaturesQuery, queryFeatures } from '../drivers/ogc-features.ts';
import { type SourceTable, tableRows } from './table-rows.ts';

const ofGeometry = ['geometry.latitude', 'geometry.longitude'] as const;

/** The position of a feature, which every row of its table has. */
export const featurePoint = point(...ofGeometry, { required: true });

const Point = z.looseObject({ coordinates: z.tuple([z.number(), z.number()]).rest(z.unknown()) });

/**
 * Features of a collection of the card's OGC API as a field table publishes them. Columns are its properties; `id` is the feature's own
 * id where no property has that name.
 */
export async function featureRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  { collection, ...query }: Omit<FeaturesQuery, 'properties' | 'collectionUrl'> & { readonly collection: string },
): Promise<Lookup<readonly RowOf<Table<F>>[]>> {
  const properties = table.columns.filter((column) => !ofGeometry.some((name) => name === column));
  const card = sourceCard(table.id);
  const collectionUrl = `${card.endpoint}/${collection}`;
  const found = await queryFeatures(sources, card, { ...query, collectionUrl, properties });
  return tableRows(sources, card, table, found, {
    columnsOf: ({ id, properties: own, geometry }) => {
      const [longitude, latitude] = Point.safeParse(geometry).data?.coordinates ?? [];
      return { id, ...own, [ofGeometry[0]]: latitude, [ofGeometry[1]]: longitude };
    },
    map: (row) => row,
  });
}
