import { id, type RowOf, table, text } from '../../fields/define.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { quoted } from '../drivers/rows.ts';
import { placedLayerRows } from '../shared/table-rows.ts';

export const centers = table('fema-drc', {
  name: text('drc_name', { maxLength: 100, otherwise: 'not named' }),
  street: text('street_1', { maxLength: 100 }),
  city: text('city', { maxLength: 60 }),
  zip: id('zip', { maxLength: 10 }),
  disasterNumber: id('primary_disaster', { maxLength: 10 }),
});
type RecoveryCenter = RowOf<typeof centers> & { readonly distanceMeters?: number };

/** Open recovery centers around a point, nearest first, or of a whole state. */
export async function recoveryCenters(
  sources: SourceAccess,
  where: { readonly point: GeoPoint; readonly radiusMeters: number } | { readonly stateCode: string },
): Promise<Lookup<readonly RecoveryCenter[]>> {
  const point = 'point' in where ? where.point : undefined;
  const found = await placedLayerRows(sources, centers, {
    ...('point' in where ? where : { where: `state = ${quoted(where.stateCode)}` }),
    limit: 100,
  });
  return mapLookup(found, (rows) =>
    rows
      .map(({ at, ...row }) => ({
        ...row,
        ...(point && at && { distanceMeters: Math.round(distanceMeters(point, at)) }),
      }))
      .toSorted((a, b) => (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0)),
  );
}
