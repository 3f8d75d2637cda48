import type { Bbox } from '../../geometry/geo.ts';
import { nearestPerName } from '../../geometry/lines.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { pathsOf } from '../drivers/esri.ts';
import card from './card.ts';

export interface MappedRoad {
  readonly name: string;
  /** The publisher's feature class, for example S1400. */
  readonly featureClass?: string;
  /** What the publisher calls that class. */
  readonly classLegend?: string;
  readonly distanceMeters: number;
}

/** The road layers that are drawn at full detail. */
export const roadLayers = { primary: 2, secondary: 6, local: 8 } as const;
export type RoadLayer = keyof typeof roadLayers;

/** MAF/TIGER feature class codes of roads, in the Census Bureau's words. */
const classes: Readonly<Record<string, string>> = {
  S1100: 'Primary road',
  S1200: 'Secondary road',
  S1400: 'Local neighborhood road, rural road, city street',
  S1500: 'Vehicular trail (4WD)',
  S1630: 'Ramp',
  S1640: 'Service drive usually along a limited access highway',
  S1710: 'Walkway or pedestrian trail',
  S1720: 'Stairway',
  S1730: 'Alley',
  S1740: 'Private road for service vehicles (logging, oil fields, ranches, etc.)',
  S1780: 'Parking lot road',
  S1820: 'Bike path or trail',
};

/** One mapped road with its center lines, [longitude, latitude] in degrees. */
export interface CenterLine {
  readonly layer: RoadLayer;
  /** Absent for a road without a name. */
  readonly name?: string;
  /** The publisher's feature class, for example S1400. */
  readonly featureClass?: string;
  /** What the publisher calls that class. */
  readonly classLegend?: string;
  readonly lines: readonly (readonly (readonly [number, number])[])[];
}

/** Lines of one layer that are read at most: a dense city has a few hundred in the box of a map. */
const maxLines = 1000;

const citationOf = (layer: RoadLayer) => ({ sourceName: `TIGERweb Transportation, ${layer} roads` });

/** What a road is called and of which class it is; what the publisher leaves empty is absent. */
function namesOf({ NAME, MTFCC }: Readonly<Record<string, unknown>>) {
  const [name, featureClass] = [textOf(NAME, 80), textOf(MTFCC, 10)];
  const classLegend = featureClass && classes[featureClass];
  return { ...(name && { name }), ...(featureClass && { featureClass }), ...(classLegend && { classLegend }) };
}

/** Center lines of one layer that touch a box; more than 1,000 are `partial`. */
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
    limit: maxLines,
    citation: citationOf(layer),
  });
  return mapLookup(found, (rows) =>
    rows.flatMap(({ attributes, geometry }) => {
      const lines = pathsOf(geometry);
      return lines.length > 0 ? [{ layer, ...namesOf(attributes), lines }] : [];
    }),
  );
}

/** Roads of one layer within a distance, nearest first, each name and class once; a road without a name is "not named". */
export async function roadsNear(
  sources: SourceAccess,
  layer: RoadLayer,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly MappedRoad[]>> {
  const found = await queryLayer(sources, card, {
    layerUrl: `${card.endpoint}/${roadLayers[layer]}`,
    point,
    radiusMeters,
    outFields: ['NAME', 'MTFCC'],
    geometry: true,
    limit: 300,
    citation: citationOf(layer),
  });
  return mapLookup(found, (rows) =>
    nearestPerName(
      rows,
      ({ attributes }) => `${textOf(attributes.NAME, 80) ?? 'not named'}|${textOf(attributes.MTFCC, 10) ?? ''}`,
      point,
    ).map(({ name: key, distanceMeters }) => {
      const [name = '', featureClass = ''] = key.split('|');
      const classLegend = classes[featureClass];
      return { name, ...(featureClass && { featureClass }), ...(classLegend && { classLegend }), distanceMeters };
    }),
  );
}
