import { distanceMeters } from '../../geometry/geo.ts';
import type { Rings } from '../../geometry/outline.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { ringsOf } from '../../sources/drivers/esri.ts';
import type { LaneField } from '../schema/jurisdiction.ts';
import type { ParcelLane } from '../schema/port.ts';
import { newestRows } from './parcel-facts.ts';
import type { LaneQuery } from './plan.ts';
import { type Miss, type ParcelRow, readLane } from './reader.ts';

/** Records of one reading, over all its pages; a square mile of a dense city has about as many. */
const mostParcels = 6000;

const counted: readonly LaneField<'parcel'>[] = ['propertyClass', 'landUse', 'yearBuilt', 'lotArea'];

export interface SurroundingParcel {
  readonly row: ParcelRow;
  /** From the point to the middle of its outline, or to the position that its source gives. */
  readonly meters: number;
  /** Outline in WGS84; empty where the source has none. */
  readonly rings: Rings;
}

/** The parcel records around a point as one register has them, page by page to its end where it gives it. */
export interface ParcelsWithin {
  readonly lane: ParcelLane;
  readonly citation: Citation;
  readonly state: 'found' | 'partial' | 'stale';
  readonly reason?: string;
  /** How far it was queried. */
  readonly readMeters: number;
  /** How far out nothing of it is missing; 0 where that is known of no distance. */
  readonly completeMeters: number;
  /** Nearest first; those without a position are left out. */
  readonly parcels: readonly SurroundingParcel[];
  readonly withoutPosition: number;
}

/** A register queried around a point: a layer of outlines by what lies within the distance, any other by its own radius. */
function queryOf({ source }: ParcelLane, point: GeoPoint, meters: number): LaneQuery<'parcel'> | undefined {
  if (source.platform === 'arcgis' && source.query.point) return { point, reachMeters: meters, geometry: true };
  const most = source.query.radius?.maxMeters;
  return most === undefined || most < meters ? undefined : { point, radiusMeters: meters };
}

const tells = ({ source }: ParcelLane) => counted.filter((name) => name in source.fields).length;

function placed(rows: readonly ParcelRow[], center: GeoPoint, meters: number): readonly SurroundingParcel[] {
  return rows
    .flatMap((row): SurroundingParcel[] => {
      if (!row.point) return [];
      const away = Math.round(distanceMeters(center, row.point));
      return away <= meters ? [{ row, meters: away, rings: ringsOf(row.geometry) }] : [];
    })
    .sort((a, b) => a.meters - b.meters);
}

/**
 * The parcel records within a distance of a point. Of the registers that can be queried so far out, that which says most of
 * its parcels comes first; another is queried where one does not answer. `empty` is a register that has none there.
 */
export async function parcelsWithin(
  sources: SourceAccess,
  configured: readonly ParcelLane[],
  center: GeoPoint,
  meters: number,
): Promise<ParcelsWithin | Miss | { readonly state: 'empty'; readonly citation: Citation }> {
  const askable = configured.filter((lane) => queryOf(lane, center, meters) !== undefined);
  const source = (askable.length > 0 ? askable : configured).map(({ card }) => card.name).join(', ');
  let missed: Miss | { readonly state: 'empty'; readonly citation: Citation } = {
    state: 'not_covered',
    source: source || 'parcels around the place',
    reason: `No parcel register here can be queried for what lies within ${meters} m.`,
  };
  for (const lane of askable.toSorted((a, b) => tells(b) - tells(a))) {
    const query = queryOf(lane, center, meters);
    const found = query && (await readLane(sources, lane, { ...query, limit: mostParcels }));
    if (!found) continue;
    if (!hasData(found)) {
      missed = found;
      continue;
    }
    const rows = newestRows(found.data);
    const parcels = placed(rows, center, meters);
    if (parcels.length === 0) {
      missed = { state: 'empty', citation: found.citation };
      continue;
    }
    const withoutPosition = rows.filter(({ point }) => !point).length;
    // what nothing places could lie at any distance
    const isWhole = found.state !== 'partial' && withoutPosition === 0;
    return {
      lane,
      citation: found.citation,
      state: found.state,
      ...('reason' in found && { reason: found.reason }),
      readMeters: meters,
      completeMeters: isWhole ? meters : 0,
      parcels,
      withoutPosition,
    };
  }
  return missed;
}
