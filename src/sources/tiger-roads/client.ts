import { z } from 'zod';
import { computed, id, type RowOf, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { pathsOf } from '../drivers/esri.ts';
import { firstOfEach, nearestLayerRows, tableRows } from '../shared/table-rows.ts';

const card = sourceCard('tiger-roads');

export const roadLayers = { primary: 2, secondary: 6, local: 8 } as const;
export type RoadLayer = keyof typeof roadLayers;

/** MAF/TIGER feature class codes of roads, in the Census Bureau's words. */
const classes = legendOf('tiger-roads', 'MTFCC');

export const roads = table(card.id, {
  name: text('NAME', { maxLength: 80 }),
  featureClass: id('MTFCC', { maxLength: 10, description: "The publisher's feature class, for example S1400" }),
  classLegend: computed(['MTFCC'], z.string(), ([cell]) => classes[String(cell)], {
    description: 'What the publisher calls that class',
  }),
});

/** One mapped road with its center lines, [longitude, latitude] in degrees. */
export interface CenterLine extends RowOf<typeof roads> {
  readonly layer: RoadLayer;
  readonly lines: readonly (readonly (readonly [number, number])[])[];
}

/** Lines of one layer that are read at most: a dense city has a few hundred in the box of a map. */
const maxLines = 1000;

const layerOf = (layer: RoadLayer) => ({
  layer: roadLayers[layer],
  citation: { sourceName: `TIGERweb Transportation, ${layer} roads` },
});

/** Center lines of one layer that touch a box; more than 1,000 are `partial`. */
export async function centerLinesIn(sources: SourceAccess, layer: RoadLayer, bbox: Bbox) {
  const query = { ...layerOf(layer), bbox, outFields: roads.columns, geometry: true, limit: maxLines };
  const found = await queryLayer(sources, card, query);
  return tableRows(sources, card, roads, found, {
    columnsOf: ({ attributes }) => attributes,
    map: (row, { geometry }) => {
      const lines = pathsOf(geometry);
      return lines.length > 0 ? { layer, ...row, lines } : undefined;
    },
  });
}

/** Roads of one layer within a distance, nearest first, each name and class once; a road without a name is "not named". */
export async function roadsNear(sources: SourceAccess, layer: RoadLayer, point: GeoPoint, radiusMeters: number) {
  const found = await nearestLayerRows(sources, roads, { ...layerOf(layer), point, radiusMeters, limit: 300 });
  return firstOfEach(
    mapLookup(found, (rows) => rows.map((row) => ({ ...row, name: row.name ?? 'not named' }))),
    ({ name, featureClass }) => `${name}|${featureClass}`,
  );
}
