import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { computed, count, day, type RowOf, table } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { detectError } from '../drivers/arcgis-layer.ts';
import { fetchJpeg } from '../shared/jpeg.ts';
import { cite, getJson, wrongShape } from '../shared/lookup.ts';

const card = sourceCard('usda-naip');

/** xmin, ymin, xmax, ymax in Web Mercator meters (EPSG:3857). */
export type MercatorBox = readonly [number, number, number, number];

export interface AerialImage {
  readonly jpeg: Uint8Array;
  readonly main: CatalogRaster;
  /** Every raster that the picture was made of, the main one first. */
  readonly contributing: readonly CatalogRaster[];
  readonly citation: Citation;
  readonly synthetic: boolean;
}

const firstText = ([first, second]: readonly unknown[]) => textOf(first, 120) ?? textOf(second, 120);
const always = { required: true } as const;

/** Catalog of the image service; imagery of other programs is in it too. */
export const rasters = table(card.id, {
  objectId: count('OBJECTID', { minimum: 1, ...always }),
  /** The raster's own name, for example m_3507845_nw_17_060_20220510. */
  name: computed(['raster_name', 'Name'], z.string(), firstText, always),
  year: computed(
    ['Year', 'acquisition_date'],
    z.int(),
    ([year, acquired]) => numberOf(year) ?? numberOf(dateOf(acquired)?.slice(0, 4)),
    always,
  ),
  /** The service writes the day as epoch milliseconds, YYYYMMDD or text, depending on the client. */
  acquiredOn: day('acquisition_date', { means: 'taken', ...always }),
  resolutionMeters: computed(
    ['resolution_value', 'resolution_units'],
    z.number(),
    ([resolution, unit]) => {
      const [value = 0, word = ''] = [numberOf(resolution), textOf(unit)?.toLowerCase()];
      const meters = /^m/.test(word) ? value : /^(ft|feet|foot|us.?survey)/.test(word) ? value * 0.3048 : 0;
      return meters > 0 ? Number(meters.toFixed(4)) : undefined;
    },
    always,
  ),
  isProgram: computed(
    ['agency', 'raster_name', 'Name'],
    z.literal(true),
    ([agency, ...names]) => {
      const isOurs = /naip|usda|fsa|fpac|apfo/i.test(textOf(agency) ?? '');
      return isOurs || /^m_\d{7}_(ne|nw|se|sw)_\d/i.test(firstText(names) ?? '') || undefined;
    },
    always,
  ),
});
export type CatalogRaster = RowOf<typeof rasters>;

const CatalogPage = z.looseObject({
  features: z.array(z.looseObject({ attributes: z.record(z.string(), z.unknown()) })),
});

const maxRasters = 200;

function catalogAt(
  sources: SourceAccess,
  geometry: string,
  geometryType: 'esriGeometryEnvelope' | 'esriGeometryPoint',
): Promise<Lookup<readonly CatalogRaster[]>> {
  const query = new URLSearchParams({
    geometry,
    geometryType,
    inSR: '3857',
    spatialRel: 'esriSpatialRelIntersects',
    // category 1: primary rasters, no overviews; records without a resolution are no imagery of their own
    where: 'Category=1 AND resolution_value>0',
    outFields: rasters.columns.join(','),
    orderByFields: 'OBJECTID',
    returnGeometry: 'false',
    f: 'json',
  });
  const schema = CatalogPage.transform((page) =>
    page.features.flatMap(({ attributes }) => rasters.read(attributes) ?? []),
  );
  return getJson(sources, card, { url: `${card.endpoint}/query?${query}`, detectError }, schema, {
    isEmpty: (rasters) => rasters.length === 0,
  });
}

const newestFirst = (a: CatalogRaster, b: CatalogRaster) =>
  b.acquiredOn.localeCompare(a.acquiredOn, 'en') || b.objectId - a.objectId;

/**
 * One picture of the box in natural color, from the newest rasters of the catalog, locked by their ids so that the
 * picture is of exactly what is cited. `empty` where the program has no imagery there.
 */
export async function aerialImage(
  sources: SourceAccess,
  box: MercatorBox,
  size: { readonly width: number; readonly height: number },
): Promise<Lookup<AerialImage>> {
  const center = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2].map((meters) => meters.toFixed(2));
  const bbox = box.map((meters) => meters.toFixed(2)).join(',');
  const [at, around] = await Promise.all([
    catalogAt(sources, center.join(','), 'esriGeometryPoint'),
    catalogAt(sources, bbox, 'esriGeometryEnvelope'),
  ]);
  if (!hasData(at)) return at;
  if (!hasData(around)) return around;
  const [main] = [...at.data].sort(newestFirst);
  if (!main) return wrongShape(sources, card);
  // other vintages under the newest one would show through at its edges
  const others = around.data.filter(({ objectId, year }) => objectId !== main.objectId && year === main.year);
  const contributing = [main, ...others.sort(newestFirst)].slice(0, maxRasters);
  const query = new URLSearchParams({
    bbox,
    bboxSR: '3857',
    imageSR: '3857',
    size: `${size.width},${size.height}`,
    format: 'jpg',
    compressionQuality: '80',
    bandIds: '0,1,2',
    interpolation: 'RSP_BilinearInterpolation',
    mosaicRule: JSON.stringify({
      mosaicMethod: 'esriMosaicLockRaster',
      lockRasterIds: contributing.map(({ objectId }) => objectId),
    }),
    f: 'image',
  });
  const picture = await fetchJpeg(sources, card, `${card.endpoint}/exportImage?${query}`);
  if ('lookup' in picture) return picture.lookup;
  const { jpeg, reply } = picture;
  const citation = cite(card, reply, { recordId: main.name, sourceDate: main.acquiredOn });
  return { state: 'found', data: { jpeg, main, contributing, citation, synthetic: reply.synthetic }, citation };
}
