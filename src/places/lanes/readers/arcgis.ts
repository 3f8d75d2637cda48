import { boxAround } from '../../../geometry/geo.ts';
import { hasData, type Lookup } from '../../../kernel/lookup.ts';
import { queryLayer } from '../../../sources/drivers/arcgis.ts';
import { layerColumns } from '../../../sources/drivers/arcgis-layer.ts';
import { resolveLayer, resolveService } from '../../../sources/drivers/arcgis-services.ts';
import type { Asking, LaneRow } from '../asking.ts';
import { type Attributes, columnsOfSource, fieldColumns } from '../fields.ts';

/** Codes by the lower-case name of their column. */
interface Domains {
  readonly names: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

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
    case 'layer-by-name':
      return resolveLayer(sources, card, endpoint, resolve.name);
    case 'newest-service-by-name':
      return resolveService(sources, card, endpoint, new RegExp(resolve.pattern), resolve.layer);
    default:
      return undefined;
  }
}

/** Where a layer is asked: at a point, around it, or in the box around it. */
function placed({ point, radiusMeters }: Asking['plan'], byBox: boolean | undefined) {
  if (!point) return {};
  if (radiusMeters === undefined) return { point };
  return byBox ? { bbox: boxAround(point, radiusMeters) } : { point, radiusMeters };
}

/** Codes of the columns that the registry entry marks, as the layer's own metadata names them. */
async function domainsOf({ sources, configured }: Asking, layerUrl: string): Promise<Domains | undefined> {
  const specs = Object.values(configured.source.fields).filter((spec) => typeof spec === 'object' && spec.domain);
  if (specs.length === 0) return { names: new Map() };
  const columns = await layerColumns(sources, configured.card, layerUrl);
  if (!hasData(columns)) return undefined;
  const wanted = new Set(specs.flatMap((spec) => fieldColumns(spec)).map((column) => column.toLowerCase()));
  return {
    names: new Map(
      columns.data.flatMap(({ name, legend }) =>
        legend && wanted.has(name.toLowerCase()) ? [[name.toLowerCase(), legend] as const] : [],
      ),
    ),
  };
}

/** A row with the names of its codes; a code that the domain does not name is shown as it is. */
const decoded = (attributes: Attributes, { names }: Domains): Attributes =>
  names.size === 0
    ? attributes
    : Object.fromEntries(
        Object.entries(attributes).map(([column, value]) => [
          column,
          names.get(column.toLowerCase())?.[String(value)] ?? value,
        ]),
      );

/** Rows of an ArcGIS layer or table, the codes of its domains decoded where the registry entry says so. */
export async function readArcgis(asking: Asking): Promise<Lookup<readonly LaneRow[]>> {
  const { sources, configured, query, plan, toRow } = asking;
  const { source, card } = configured;
  const layer = await layerOf(asking);
  if (layer && !hasData(layer)) return layer;
  const { url: layerUrl = source.endpoint, name: sourceDate = configured.editedOn, year } = layer?.data ?? {};
  if (source.limits.yearly && year && query.since && Number(query.since.slice(0, 4)) > year) {
    const reason = `The newest records that are published are of ${year}: those of the asked period are not out yet.`;
    return { state: 'unavailable' as const, source: card.name, reason };
  }
  const found = await queryLayer(sources, card, {
    layerUrl,
    outFields: columnsOfSource(source),
    geometry: query.geometry ?? plan.by === 'radius',
    limit: query.limit ?? 200,
    ...(sourceDate && { citation: { sourceDate } }),
    ...placed(plan, source.query.byBox),
    ...(source.query.uncounted && { uncounted: true }),
    ...(plan.where.length > 0 && { where: plan.where.join(' AND ') }),
    ...(source.query.order && { orderBy: source.query.order }),
    ...(source.pageSize && { pageSize: source.pageSize }),
  });
  if (!hasData(found)) return found;
  const domains = await domainsOf(asking, layerUrl);
  const data = found.data.map((row) =>
    toRow({ ...row, attributes: domains ? decoded(row.attributes, domains) : row.attributes, asked: layerUrl }),
  );
  if (domains) return { ...found, data };
  const before = 'reason' in found ? `${found.reason} ` : '';
  const reason = `${before}The names of its codes could not be read; codes are shown as they are.`;
  return { state: 'partial', data, citation: found.citation, reason, missing: 'failed' };
}
