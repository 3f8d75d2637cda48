import { boxAround } from '../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { getJson } from '../shared/lookup.ts';
import { readRows } from '../shared/read-rows.ts';
import card from './card.ts';
import { type Gauge, type Thresholds, toGauge, toThresholds } from './map.ts';
import { GaugeDetail, GaugeList, ListedGauge } from './schema.ts';

/** Gauges within a distance of a point, nearest first. */
export async function gaugesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly Gauge[]>> {
  const [west, south, east, north] = boxAround(point, radiusMeters).map((degrees) => degrees.toFixed(5));
  const url = `${card.endpoint}?bbox.xmin=${west}&bbox.ymin=${south}&bbox.xmax=${east}&bbox.ymax=${north}&srid=EPSG_4326`;
  const listed = mapLookup(await getJson(sources, card, { url }, GaugeList), ({ gauges }) => gauges);
  const lookup = readRows(sources, card, listed, (gauge) => {
    const { data } = ListedGauge.safeParse(gauge);
    return data && toGauge(data, point);
  });
  if (!hasData(lookup)) return lookup;
  const gauges = lookup.data
    .filter((gauge) => gauge.distanceMeters <= radiusMeters)
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  if (gauges.length === 0) return noneOf(lookup);
  return { ...lookup, data: gauges };
}

/** Flood stages of one gauge, its USGS number and whether it is in service. */
export async function gaugeThresholds(sources: SourceAccess, id: string): Promise<Lookup<Thresholds>> {
  const url = `${card.endpoint}/${encodeURIComponent(id)}`;
  return mapLookup(await getJson(sources, card, { url, ttlSeconds: 86_400 }, GaugeDetail), toThresholds);
}
