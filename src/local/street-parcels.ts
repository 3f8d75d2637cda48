import { distanceToOutline } from '../kernel/lines.ts';
import { hasData, type Lookup, noneOf } from '../kernel/lookup.ts';
import type { ConfiguredLane } from '../kernel/ports/jurisdictions.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { PointSubject } from '../kernel/subject.ts';
import { type LaneRow, readLane } from './reader.ts';
import { sameStreetLine } from './street.ts';

type Rows = Lookup<readonly LaneRow<'parcel'>[]>;

/** How far a geocoded point may lie from the lot that it stands for: it lies on the street, within its width. */
const streetMeters = 40;
const maxRows = 50;
const mostNamed = 3;

/** What lies around a geocoded point that itself lies in no parcel. */
export interface StreetParcels {
  /** The parcels whose site address is the asked one; absent where none states it. */
  readonly addressed?: Rows;
  /** Why the surroundings are not known, or not all of them: the asked parcel may be there. */
  readonly missed?: Rows;
  /** Numbers of the nearest parcels with their distances, where none states the asked address. */
  readonly nearest: readonly string[];
  readonly reachMeters: number;
}

function nearestOf(rows: readonly LaneRow<'parcel'>[], subject: PointSubject): readonly string[] {
  const distances = new Map<string, number>();
  for (const { fields, geometry } of rows) {
    const number = fields.parcelId ?? fields.accountId;
    const meters = distanceToOutline(subject, geometry);
    if (number === undefined || meters === undefined) continue;
    distances.set(String(number), Math.min(meters, distances.get(String(number)) ?? Number.POSITIVE_INFINITY));
  }
  return [...distances]
    .sort(([, a], [, b]) => a - b)
    .slice(0, mostNamed)
    .map(([number, meters]) => `${number} (${Math.round(meters)} m)`);
}

/**
 * The parcels of a layer around a geocoded point, as far as a street is wide. A geocoder puts an address along its
 * street, where many layers have no parcel at all. The parcel that states the asked address is taken; of the others only
 * the numbers are named, nearest first by their outlines: the nearest may be the one across the street.
 * Undefined where the layer cannot be asked so.
 */
export async function streetParcels(
  sources: SourceAccess,
  lane: ConfiguredLane<'parcel'>,
  subject: PointSubject,
): Promise<StreetParcels | undefined> {
  const { platform, query } = lane.source;
  if (platform !== 'arcgis' || subject.precision !== 'address' || !subject.streetLine) return undefined;
  const reachMeters = query.reachMeters ?? streetMeters;
  const around = await readLane(sources, lane, { point: subject, reachMeters, geometry: true, limit: maxRows });
  if (around.state === 'empty') return { nearest: [], reachMeters };
  if (!hasData(around)) return { missed: around, nearest: [], reachMeters };
  const rows = around.data.filter(({ fields }) => sameStreetLine(fields.siteAddress, subject.streetLine) === true);
  if (rows.length > 0) return { addressed: { ...around, data: rows }, nearest: [], reachMeters };
  if (around.state === 'partial') return { missed: noneOf(around), nearest: [], reachMeters };
  return { nearest: nearestOf(around.data, subject), reachMeters };
}
