import { z } from 'zod';
import { instantOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { boxAround, distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { type Feature, queryFeatures } from '../drivers/ogc-features.ts';
import { combineLookups } from '../shared/combine.ts';
import { readRows } from '../shared/read-rows.ts';
import card from './card.ts';

export interface Well extends GeoPoint {
  /** For example USGS-410252073314801. */
  readonly id: string;
  readonly name?: string;
  readonly distanceMeters: number;
  readonly wellDepthFeet?: number;
  readonly constructed?: string;
  readonly aquiferCode?: string;
  readonly altitudeFeet?: number;
  readonly verticalDatum?: string;
  /** Day of the last numberOf depth to water; absent where none is on record. */
  readonly lastMeasured?: string;
}

export interface WaterDepth {
  readonly wellId: string;
  readonly value: number;
  readonly unit?: string;
  readonly observedAt: string;
  readonly approval?: string;
}

/** Depth to water level, feet below land surface. */
const depthCode = '72019';
const limit = 500;
const Geometry = z.looseObject({ coordinates: z.tuple([z.number(), z.number()]).rest(z.unknown()) });
const wellProperties = [
  'id',
  'monitoring_location_name',
  'well_constructed_depth',
  'construction_date',
  'national_aquifer_code',
  'aquifer_code',
  'altitude',
  'vertical_datum',
];

function toWell({ id, properties: own, geometry }: Feature, from: GeoPoint): Well | undefined {
  const at = Geometry.safeParse(geometry).data?.coordinates;
  const name = textOf(id ?? own.id, 40);
  if (!at || !name) return undefined;
  const [longitude, latitude] = at;
  return defined({
    id: name,
    latitude,
    longitude,
    distanceMeters: Math.round(distanceMeters(from, { latitude, longitude })),
    name: textOf(own.monitoring_location_name, 80),
    wellDepthFeet: numberOf(own.well_constructed_depth),
    constructed: textOf(own.construction_date, 12),
    aquiferCode: textOf(own.national_aquifer_code, 12) ?? textOf(own.aquifer_code, 12),
    altitudeFeet: numberOf(own.altitude),
    verticalDatum: textOf(own.vertical_datum, 10),
  });
}

/** Wells within the radius, nearest first, with the day of their last numberOf depth to water. */
export async function wellsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly Well[]>> {
  const bbox = boxAround(point, radiusMeters);
  const [wells, series] = await Promise.all([
    queryFeatures(sources, card, {
      collectionUrl: `${card.endpoint}/monitoring-locations`,
      bbox,
      params: { site_type_code: 'GW' },
      properties: wellProperties,
      limit,
    }),
    queryFeatures(sources, card, {
      collectionUrl: `${card.endpoint}/field-measurements-metadata`,
      bbox,
      params: { parameter_code: depthCode },
      properties: ['monitoring_location_id', 'parameter_code', 'end'],
      limit,
    }),
  ]);
  const placed = readRows(sources, card, wells, (feature) => toWell(feature, point));
  const whole = combineLookups(placed, { measurements: series });
  if (!hasData(whole)) return whole;
  const last = new Map<string, string>();
  for (const { properties } of whole.data.further.measurements ?? []) {
    const id = String(properties.monitoring_location_id);
    const end = properties.parameter_code === depthCode ? instantOf(properties.end) : undefined;
    if (end && end > (last.get(id) ?? '')) last.set(id, end);
  }
  const data = whole.data.main
    .map((well) => defined({ ...well, lastMeasured: last.get(well.id)?.slice(0, 10) }))
    .filter((well) => well.distanceMeters <= radiusMeters)
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  if (data.length === 0 && whole.state === 'found') return { state: 'empty', citation: whole.citation };
  return { ...whole, data };
}

/** The last numberOf depth to water of a well, feet below land surface; `since` is the day from which to read. */
export async function lastDepth(sources: SourceAccess, wellId: string, since: string): Promise<Lookup<WaterDepth>> {
  const found = await queryFeatures(sources, card, {
    collectionUrl: `${card.endpoint}/field-measurements`,
    params: { monitoring_location_id: wellId, parameter_code: depthCode, time: `${since}T00:00:00Z/..` },
    properties: ['monitoring_location_id', 'parameter_code', 'time', 'value', 'unit_of_measure', 'approval_status'],
    limit: 100,
  });
  if (!hasData(found)) return found;
  const depths = found.data.flatMap(({ properties: own }) => {
    const value = numberOf(own.value);
    const observedAt = instantOf(own.time);
    // the collection holds every parameter of a visit (00065 is a stage): one that was not asked for is no depth
    if (own.parameter_code !== depthCode || value === undefined || !observedAt) return [];
    const unit = textOf(own.unit_of_measure, 12);
    return [defined({ wellId, value, observedAt, unit, approval: textOf(own.approval_status, 20) })];
  });
  const data = depths.toSorted((a, b) => b.observedAt.localeCompare(a.observedAt, 'en'))[0];
  return data ? { ...found, data } : { state: 'empty', citation: found.citation };
}
