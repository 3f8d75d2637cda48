import { distanceMeters } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import type { LaneField } from '../schema/jurisdiction.ts';
import type { ParcelLane } from '../schema/port.ts';
import { newestRows } from './parcel-facts.ts';
import { type LaneQuery, normalizeKey } from './plan.ts';
import { type Miss, type ParcelRow, readLane } from './reader.ts';

const maxParcels = 400;
const leastMeters = 50;
const mostTries = 3;

/** What makes a layer worth asking for the parcels around another: what they are used for, how large and how valued. */
const telling: readonly LaneField<'parcel'>[] = [
  'propertyClass',
  'landUse',
  'totalValue',
  'livingArea',
  'buildingArea',
  'yearBuilt',
  'lotArea',
  'lastSaleDate',
  'neighborhood',
];

export interface NearParcel {
  readonly row: ParcelRow;
  /** Absent where the source has no positions. */
  readonly distanceMeters?: number;
}

export interface ParcelsNear {
  readonly lane: ParcelLane;
  readonly citation: Citation;
  /** How far was really read: less than queried where too many parcels lie there. */
  readonly radiusMeters: number;
  /** The parcel that is queried, and the numbers under which it is known. */
  readonly own: ParcelRow;
  readonly numbers: readonly string[];
  /** All others, the nearest first. */
  readonly others: readonly NearParcel[];
  readonly cut?: string;
}

const count = ({ source }: ParcelLane) => telling.filter((name) => name in source.fields).length;

/** A source queried around a point: by its own radius, or, of a layer of outlines, by what lies within a distance. */
const queryOf = ({ source }: ParcelLane, point: PointSubject, meters: number): LaneQuery<'parcel'> =>
  source.query.radius ? { point, radiusMeters: meters } : { point, reachMeters: meters, geometry: true };

const isAskable = ({ source: { platform, query } }: ParcelLane) =>
  query.radius !== undefined || (platform === 'arcgis' && query.point === true);

/** The number of a parcel in the form in which the source of the parcels around keeps it. */
export const numberIn = ({ lane }: Pick<ParcelsNear, 'lane'>, number: unknown): string =>
  plainNumber(normalizeKey(String(number ?? ''), lane.source.query.key?.normalize));

/** A parcel number without what publishers write between its parts. */
export const plainNumber = (value: unknown): string =>
  String(value ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

const isParcel = ({ fields }: ParcelRow, numbers: ReadonlySet<string>) =>
  [fields.parcelId, fields.accountId, fields.mapNumber].some(
    (number) => number !== undefined && numbers.has(plainNumber(number)),
  );

/** The rows at the widest radius that a source gives whole; halved twice at most. `queryAt`: how it is queried. */
export async function readWhole(
  sources: SourceAccess,
  lane: ParcelLane,
  widest: number,
  queryAt: (meters: number) => LaneQuery<'parcel'>,
) {
  let meters = Math.min(widest, lane.source.query.radius?.maxMeters ?? widest);
  for (let tries = 1; ; tries++) {
    const lookup = await readLane(sources, lane, { ...queryAt(meters), limit: maxParcels });
    if (lookup.state !== 'partial' || tries === mostTries || meters / 2 < leastMeters) return { lookup, meters };
    meters = Math.round(meters / 2);
  }
}

/**
 * The parcels around a point with what their source says of them, and among them the one that is queried. Sources that
 * say more come first; one that does not know the parcel by any of its numbers is passed over, for its words for a class
 * may be others.
 *
 * @param numbers the numbers under which the parcel is known
 */
export async function parcelsNear(
  sources: SourceAccess,
  configured: readonly ParcelLane[],
  subject: PointSubject,
  numbers: readonly string[],
  radiusMeters: number,
): Promise<ParcelsNear | Miss> {
  const known = new Set(numbers.map(plainNumber).filter((number) => number !== ''));
  const askable = configured.filter(isAskable);
  const source = askable.map(({ card }) => card.name).join(', ') || 'parcels around the place';
  let miss: Miss = { state: 'not_covered', source, reason: 'No parcel source here can be queried around a place.' };
  for (const lane of askable.toSorted((a, b) => count(b) - count(a))) {
    const { lookup, meters } = await readWhole(sources, lane, radiusMeters, (reach) => queryOf(lane, subject, reach));
    if (!hasData(lookup)) {
      if (lookup.state !== 'empty') miss = lookup;
      continue;
    }
    const rows = newestRows(lookup.data);
    const own = rows.find((row) => isParcel(row, known));
    if (!own) {
      miss = { state: 'unresolved', source: lane.card.name, reason: 'The parcel is not among those of the source.' };
      continue;
    }
    const others = rows
      .filter((row) => !isParcel(row, known))
      .map(
        (row): NearParcel => ({
          row,
          ...(row.point && { distanceMeters: Math.round(distanceMeters(subject, row.point)) }),
        }),
      )
      .toSorted((a, b) => (a.distanceMeters ?? Number.MAX_VALUE) - (b.distanceMeters ?? Number.MAX_VALUE));
    const cut = lookup.state === 'partial' ? { cut: lookup.reason } : {};
    return { lane, citation: lookup.citation, radiusMeters: meters, own, numbers, others, ...cut };
  }
  return miss;
}
