import type { Bbox } from '../../kernel/geo.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { pathsOf } from '../drivers/esri.ts';
import card from './card.ts';
import { type RoadLayer, roadClassLegend, roadLayers } from './client.ts';

/** One mapped road with its center lines, [longitude, latitude] in degrees. */
export interface CenterLine {
  readonly layer: RoadLayer;
  /** Absent for a road without a name. */
  readonly name?: string;
  readonly featureClass?: string;
  readonly classLegend?: string;
  readonly lines: readonly (readonly (readonly [number, number])[])[];
}

/** Center lines of one layer that touch a box. */
export async function centerLinesIn(
  sources: SourceAccess,
  layer: RoadLayer,
  bbox: Bbox,
): Promise<Lookup<readonly CenterLine[]>> {
  const found = await queryLayer(sources, card, {
    layerUrl: `${card.endpoint}/${roadLayers[layer]}`,
    bbox,
    outFields: ['NAME', 'MTFCC'],
    geometry: true,
    limit: 300,
    citation: { sourceName: `TIGERweb Transportation, ${layer} roads` },
  });
  return mapLookup(found, (rows) =>
    rows.flatMap(({ attributes, geometry }) => {
      const lines = pathsOf(geometry);
      const [name, featureClass] = [textOf(attributes.NAME, 80), textOf(attributes.MTFCC, 10)];
      const classLegend = featureClass && roadClassLegend(featureClass);
      if (lines.length === 0) return [];
      return [
        {
          layer,
          ...(name && { name }),
          ...(featureClass && { featureClass }),
          ...(classLegend && { classLegend }),
          lines,
        },
      ];
    }),
  );
}
