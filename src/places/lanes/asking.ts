import { positionOf } from '../../fields/define.ts';
import type { RawRow } from '../../fields/scope.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { LaneFields } from '../schema/lane-table.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import type { LaneQuery, Plan } from './plan.ts';

/** One record of a configured lane: allow-listed values under published names. */
export interface LaneRow<L extends Lane = Lane> {
  readonly fields: LaneFields<L>;
  readonly recordId?: string;
  readonly recordUrl?: string;
  readonly point?: GeoPoint;
  /** Esri geometry in WGS84, where it was requested. */
  readonly geometry?: unknown;
  /** Calendar day at the place. */
  readonly occurredAt?: string;
  /** Which date `occurredAt` is, in the lane's word: `filed`, `issued`. */
  readonly datedBy?: string;
}

export type LaneRows<L extends Lane = Lane> = Lookup<readonly LaneRow<L>[]>;
export type ParcelRow = LaneRow<'parcel'>;
export type ParcelRows = LaneRows<'parcel'>;
/** Why a source gave nothing at all. */
export type Miss = Exclude<Lookup<never>, { citation: unknown }>;

export type Asked = Exclude<Plan, { by: 'refused' }>;

export interface Read {
  readonly attributes: RawRow;
  readonly geometry?: unknown;
  /** Position, of a platform that computes it. */
  readonly point?: GeoPoint | undefined;
  /** Address of the layer, dataset or service that gave the row. */
  readonly queried: string;
}

export interface Asking {
  readonly sources: SourceAccess;
  readonly configured: ConfiguredLane;
  readonly query: LaneQuery;
  readonly plan: Asked;
}

/** The circle of a plan around a point, by a column of positions; nothing where it has none. */
export const circleOf = ({ by, point, radiusMeters }: Asked, column: string | undefined) =>
  by === 'radius' && column && point && radiusMeters !== undefined && { within: { column, point, radiusMeters } };

export type Reader = (asking: Asking) => Promise<Lookup<readonly Read[]>>;

/**
 * Socrata writes a location as a GeoJSON point, as {latitude, longitude} in text, or as several points, and Opendatasoft
 * as {lon, lat}; all are current. Of several points the nearest to the queried one stands for the record.
 */
export function locationOf(value: unknown, near?: GeoPoint): GeoPoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { coordinates, latitude, longitude, lat, lon } = value as Record<string, unknown>;
  if (!Array.isArray(coordinates)) return positionOf([latitude ?? lat, longitude ?? lon]);
  if (!Array.isArray(coordinates[0])) return positionOf([coordinates[1], coordinates[0]]);
  const points = coordinates.flatMap((pair: unknown) => (Array.isArray(pair) && positionOf([pair[1], pair[0]])) || []);
  if (near) points.sort((a, b) => distanceMeters(near, a) - distanceMeters(near, b));
  return near || points.length === 1 ? points[0] : undefined;
}
