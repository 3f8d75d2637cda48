import { numberOf } from '../../fields/numbers.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import type { Attributes, LaneFields } from './fields.ts';
import type { LaneQuery, Plan } from './plan.ts';

/** One record of a configured lane: allow-listed values under published names. */
export interface LaneRow<L extends Lane = Lane> {
  readonly fields: LaneFields<L>;
  readonly recordId?: string;
  /** Page of the record, or the row as its platform shows it. */
  readonly recordUrl?: string;
  readonly point?: GeoPoint;
  /** Esri geometry in WGS84, where it was asked for. */
  readonly geometry?: unknown;
  /** Calendar day. */
  readonly occurredAt?: string;
}

export type Asked = Exclude<Plan, { by: 'refused' }>;

/** One row as a source gave it. */
export interface Read {
  readonly attributes: Attributes;
  readonly geometry?: unknown;
  /** Address of the layer, dataset or service that gave the row. */
  readonly asked: string;
}

export type ToRow = (read: Read, near?: GeoPoint) => LaneRow;

/** One question to a source, and how a row of its answer becomes a row of the lane. */
export interface Asking {
  readonly sources: SourceAccess;
  readonly configured: ConfiguredLane;
  readonly query: LaneQuery;
  readonly plan: Asked;
  readonly toRow: ToRow;
}

/** A point out of two cells; undefined where they hold none, or the filler 0, 0. */
export function pointFrom(latitude: unknown, longitude: unknown): GeoPoint | undefined {
  const [lat, lon] = [numberOf(latitude), numberOf(longitude)];
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { latitude: lat, longitude: lon } : undefined;
}

/**
 * Socrata writes a location as a GeoJSON point, as {latitude, longitude} in text, or as several points, and Opendatasoft
 * as {lon, lat}; all are current. Of several points the nearest to the asked one stands for the record.
 */
export function locationOf(value: unknown, near?: GeoPoint): GeoPoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { coordinates, latitude, longitude, lat, lon } = value as Record<string, unknown>;
  if (!Array.isArray(coordinates)) return pointFrom(latitude ?? lat, longitude ?? lon);
  if (!Array.isArray(coordinates[0])) return pointFrom(coordinates[1], coordinates[0]);
  const points = coordinates.flatMap((pair: unknown) => (Array.isArray(pair) && pointFrom(pair[1], pair[0])) || []);
  if (near) points.sort((a, b) => distanceMeters(near, a) - distanceMeters(near, b));
  return near || points.length === 1 ? points[0] : undefined;
}
