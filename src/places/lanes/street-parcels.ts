import { distanceToOutline } from '../../geometry/lines.ts';
import { holdsPoint } from '../../geometry/outline.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import { ringsOf } from '../../sources/drivers/esri.ts';
import type { ParcelLane } from '../schema/port.ts';
import { type LaneRows, type ParcelRow, readLane } from './reader.ts';
import { sameStreetLine } from './street.ts';

type Rows = LaneRows<'parcel'>;

/** How far a geocoded point may lie from the lot that it stands for: it lies on the street, within its width. */
const streetMeters = 40;
/** Two lots whose distances differ by less are about equally near: the lots on both sides of a street. */
const equalMeters = 3;
const maxRows = 200;
const mostNamed = 3;

/** What lies around a point that itself lies in no parcel, or in one that states another address. */
export interface StreetParcels {
  readonly reachMeters: number;
  readonly addressed?: Rows;
  /** The parcels that hold the point after all: some layers do not find them by a point. */
  readonly holding?: Rows;
  /** The nearest parcel, where no other is about equally near and it does not state another address. */
  readonly nearest?: { readonly rows: Rows; readonly meters: number; readonly choice: ParcelChoice };
  /** Why the surroundings are not known, or not all of them: the queried parcel may be there. */
  readonly missed?: Rows;
  /** Parcels of which none can be said to be the queried one, nearest first. */
  readonly choices: readonly ParcelChoice[];
}

/** A parcel that may be the queried one: in few words for a sentence, and as a choice to put to the caller. */
type ParcelChoice = ReturnType<typeof choiceOf>;

type Lot = ReturnType<typeof lotsOf>[number];

/** Rows by outline: stacked records of one lot (condominium units) are one lot. */
function lotsOf(rows: readonly ParcelRow[], subject: PointSubject) {
  return [...groupBy(rows, ({ geometry }) => JSON.stringify(ringsOf(geometry))).values()]
    .flatMap((lot) => {
      const geometry = lot[0]?.geometry;
      const meters = distanceToOutline(subject, geometry);
      return meters === undefined ? [] : [{ rows: lot, meters, isHolding: holdsPoint(ringsOf(geometry), subject) }];
    })
    .toSorted((a, b) => a.meters - b.meters);
}

const numberOf = ({ rows: [row] }: Lot) => String(row?.fields.parcelId ?? row?.fields.accountId ?? 'without a number');

function choiceOf(lot: Lot) {
  const [row] = lot.rows;
  const [number, meters] = [numberOf(lot), `${Math.round(lot.meters)} m`];
  const stated = row?.fields.siteAddress;
  const site = plainName(stated === undefined ? undefined : String(stated));
  return {
    named: `${number} (${meters})`,
    candidate: {
      label: [`parcel ${number}`, ...(site === undefined ? [] : [site]), meters].join(', '),
      ...(row?.point && { latitude: row.point.latitude, longitude: row.point.longitude }),
    },
  };
}

/**
 * The parcels of a layer around a point, as far as a street is wide. A geocoder puts an address along its street, where
 * many layers have no parcel at all. The parcel that states the queried address is taken, else the one that is nearest by
 * its edge; never one that states another address, and none where two are about equally near.
 * Undefined where the layer cannot be queried so.
 */
export async function streetParcels(
  sources: SourceAccess,
  lane: ParcelLane,
  subject: PointSubject,
): Promise<StreetParcels | undefined> {
  const { platform, query } = lane.source;
  if (platform !== 'arcgis') return undefined;
  const queried = isMatchedAddress(subject) ? subject.streetLine : undefined;
  const reachMeters = query.reachMeters ?? streetMeters;
  const around = await readLane(sources, lane, { point: subject, reachMeters, geometry: true, limit: maxRows });
  if (around.state === 'empty') return { choices: [], reachMeters };
  if (!hasData(around)) return { missed: around, choices: [], reachMeters };
  const only = (rows: readonly ParcelRow[]) => mapLookup(around, () => rows);
  const addressed = queried
    ? around.data.filter(({ fields }) => sameStreetLine(fields.siteAddress, queried) === true)
    : [];
  if (addressed.length > 0) return { addressed: only(addressed), choices: [], reachMeters };
  if (around.state === 'partial' && around.missing !== 'columns') {
    return { missed: noneOf(around), choices: [], reachMeters };
  }
  // a box reaches farther in its corners
  const lots = lotsOf(around.data, subject).filter(({ meters, isHolding }) => isHolding || meters <= reachMeters);
  const holding = lots.filter(({ isHolding }) => isHolding).flatMap(({ rows }) => rows);
  if (holding.length > 0) return { holding: only(holding), choices: [], reachMeters };
  const possible = lots.filter(
    ({ rows }) => !rows.every((row) => sameStreetLine(row.fields.siteAddress, queried) === false),
  );
  const [first, second] = possible;
  if (first && !(second && second.meters - first.meters <= equalMeters)) {
    const nearest = { rows: only(first.rows), meters: first.meters, choice: choiceOf(first) };
    return { nearest, choices: [], reachMeters };
  }
  const named = possible.length > 0 ? possible : lots;
  return { choices: named.slice(0, mostNamed).map(choiceOf), reachMeters };
}
