import { boxAround } from '../../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup } from '../../../kernel/lookup.ts';
import { queryLayer } from '../../../sources/drivers/arcgis.ts';
import { resolveLayer, resolveService } from '../../../sources/drivers/arcgis-services.ts';
import { columnsOfFields } from '../../schema/lane-table.ts';
import type { Asking, Reader } from '../asking.ts';

type Layer = Lookup<{ readonly url: string; readonly name: string; readonly year?: number }>;

/** The layer that a registry entry names by its name; undefined where it names it by its address. */
export async function layerOf({
  sources,
  configured,
}: Pick<Asking, 'sources' | 'configured'>): Promise<Layer | undefined> {
  const { source, card } = configured;
  const { resolve, endpoint } = source;
  switch (resolve.by) {
    case 'newest-layer-by-name':
      return resolveLayer(sources, card, endpoint, new RegExp(resolve.pattern), 'newest');
    case 'newest-service-by-name':
      return resolveService(sources, card, endpoint, new RegExp(resolve.pattern), resolve.layer);
    default:
      return undefined;
  }
}

/** Where a layer is queried: at a point, around it, or in the box around it. */
function placed({ point, radiusMeters }: Asking['plan'], byBox: boolean | undefined) {
  if (!point) return {};
  if (radiusMeters === undefined) return { point };
  return byBox ? { bbox: boxAround(point, radiusMeters) } : { point, radiusMeters };
}

/** Rows of an ArcGIS layer or table. */
export const readArcgis: Reader = async (asking) => {
  const { sources, configured, query, plan } = asking;
  const { source, card } = configured;
  const layer = await layerOf(asking);
  if (layer && !hasData(layer)) return layer;
  const { url: layerUrl = source.endpoint, name: sourceDate = configured.editedOn, year } = layer?.data ?? {};
  if (source.limits.yearly && year && query.since && Number(query.since.slice(0, 4)) > year) {
    const reason = `The newest records that are published are of ${year}: those of the queried period are not out yet.`;
    return { state: 'unavailable' as const, source: card.name, reason };
  }
  const found = await queryLayer(sources, card, {
    layerUrl,
    outFields: columnsOfFields(source),
    geometry: query.geometry ?? plan.by === 'radius',
    limit: query.limit ?? 200,
    ...(sourceDate && { citation: { sourceDate } }),
    ...placed(plan, source.query.byBox),
    ...(source.query.uncounted && { uncounted: true }),
    ...(plan.where.length > 0 && { where: plan.where.join(' AND ') }),
    ...(source.query.order && { orderBy: source.query.order }),
    ...(source.pageSize && { pageSize: source.pageSize }),
  });
  return mapLookup(found, (rows) => rows.map((row) => ({ ...row, queried: layerUrl })));
};
