import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { detectError } from '../drivers/arcgis-layer.ts';
import { getJson } from '../shared/lookup.ts';

const card = sourceCard('usgs-3dep-elevation');

const feetPerMeter = 3.280839895;
/** Lower than any ground: the fillers of a raster are no elevation. */
const leastMeters = -450;

const Sample = z.looseObject({
  /** Position of the point in the question: samples come in any order. */
  locationId: z.int().min(0),
  value: z.union([z.string(), z.number()]).nullish(),
});

function feetOf(value: unknown): number | undefined {
  const meters = numberOf(value);
  return meters === undefined || meters < leastMeters ? undefined : meters * feetPerMeter;
}

/**
 * Bare-earth elevations at several points in one question, in feet above NAVD88 and in the order of the points; undefined
 * where the model has no data. The values are those of the point query service, which reads the same rasters one point at
 * a time. `empty` where it has data at none of them.
 */
export async function elevationsAt(sources: SourceAccess, points: readonly GeoPoint[]) {
  const query = new URLSearchParams({
    geometry: JSON.stringify({
      points: points.map(({ longitude, latitude }) => [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))]),
      spatialReference: { wkid: 4326 },
    }),
    geometryType: 'esriGeometryMultipoint',
    returnFirstValueOnly: 'true',
    interpolation: 'RSP_NearestNeighbor',
    f: 'json',
  });
  const Reply = z.looseObject({
    samples: z.array(Sample.refine(({ locationId }) => locationId < points.length)),
  });
  const lookup = await getJson(sources, card, { url: `${card.endpoint}/getSamples?${query}`, detectError }, Reply, {
    isEmpty: ({ samples }) => samples.every(({ value }) => feetOf(value) === undefined),
  });
  return mapLookup(lookup, ({ samples }) => {
    const feet = new Map(samples.map(({ locationId, value }) => [locationId, feetOf(value)]));
    return points.map((_, at) => feet.get(at));
  });
}
