import { distanceMeters } from '../../geometry/geo.ts';
import { hasData, noneOf } from '../../kernel/lookup.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { sameAddress } from './parcel.ts';
import { parcelNumberAt } from './parcel-number.ts';
import type { ParcelsContext } from './parcels-around.ts';
import { type LaneQuery, type LaneRow, readLane } from './reader.ts';
import { streetWords } from './street.ts';

const maxRows = 300;
// an entry of the same street line farther away belongs to a namesake street
const sameBuildingMeters = 300;

export type BuildingMatch = 'address' | 'house number range' | 'tax parcel';

export interface RentalRegisterEntry {
  readonly row: LaneRow<'rental_registry'>;
  readonly configured: ConfiguredLane<'rental_registry'>;
  readonly citation: string;
  readonly match: BuildingMatch;
}

const houseNumber = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : undefined);

/** Whether the queried house number lies in the published range of the same street, on the same side of it. */
function inRange({ fields }: LaneRow, queried: string): boolean {
  const [number, ...street] = streetWords(queried);
  const [low, high, house] = [fields.lowNumber, fields.highNumber, number].map(houseNumber);
  if (low === undefined || high === undefined || house === undefined) return false;
  return (
    house >= low && house <= high && house % 2 === low % 2 && sameAddress(fields.street, street.join(' ')) === true
  );
}

/** How a row belongs to the queried building; undefined for another building. Without a street line only the parcel is known. */
function matchOf(row: LaneRow, { streetLine }: PointSubject, byParcel: boolean): BuildingMatch | undefined {
  if (!streetLine) return byParcel ? 'tax parcel' : undefined;
  // an entry that states no address is of the parcel: nothing says that it is of another building
  if (byParcel && row.fields.address === undefined && row.fields.street === undefined) return 'tax parcel';
  if (sameAddress(row.fields.address, streetLine)) return 'address';
  return inRange(row, streetLine) ? 'house number range' : undefined;
}

/** The newest row of each registration: renewals are rows of their own in some registers. */
function newestOfEach(rows: readonly LaneRow<'rental_registry'>[]): readonly LaneRow<'rental_registry'>[] {
  const sorted = rows.toSorted((a, b) => (b.occurredAt ?? '').localeCompare(a.occurredAt ?? '', 'en'));
  return sorted.filter(
    (row, at) => row.recordId === undefined || sorted.findIndex(({ recordId }) => recordId === row.recordId) === at,
  );
}

/** What one register says: by the parcel's number, else by street line, else around the point. */
async function ask(
  ctx: ParcelsContext,
  configured: ConfiguredLane<'rental_registry'>,
  parcel: Awaited<ReturnType<typeof parcelNumberAt>> | undefined,
) {
  const { query } = configured.source;
  const { subject, sources } = ctx;
  const read = (question: LaneQuery) => readLane(sources, configured, { ...question, limit: maxRows });
  if (parcel && 'number' in parcel) return { lookup: await read({ key: parcel.number }), byParcel: true };
  if (subject.streetLine && (query.addressField || query.addressParts)) {
    return { lookup: await read({ address: subject.streetLine }), byParcel: false };
  }
  if (query.radius && subject.streetLine) {
    return { lookup: await read({ point: subject, radiusMeters: sameBuildingMeters }), byParcel: false };
  }
  const reason = 'the register is kept by street address, and only a point is known';
  const noWay = { state: 'unresolved' as const, source: configured.card.name, reason };
  return { lookup: parcel && 'state' in parcel ? parcel : noWay, byParcel: false };
}

const keyed = ({ source }: ConfiguredLane<'rental_registry'>) =>
  source.query.key !== undefined || source.query.keyParts !== undefined;

/**
 * Asks every register of the lane for exactly one building. An entry of another building on the same tax parcel is no
 * match: its street line is handed out beside the entries.
 */
export async function readRentalRegisters(
  ctx: ParcelsContext,
  configured: readonly ConfiguredLane<'rental_registry'>[],
) {
  const { subject, answer } = ctx;
  const parcel = configured.some(keyed) ? await parcelNumberAt(ctx) : undefined;
  const entries: RentalRegisterEntry[] = [];
  const others: string[] = [];
  for (const lane of configured) {
    const { lookup, byParcel } = await ask(ctx, lane, keyed(lane) ? parcel : undefined);
    const rows = hasData(lookup) ? newestOfEach(lookup.data) : [];
    const matched = rows.flatMap((row) => {
      const match = matchOf(row, subject, byParcel);
      const far = row.point && distanceMeters(subject, row.point) > sameBuildingMeters;
      return match && !far ? [{ row, match }] : [];
    });
    if (byParcel) {
      const strangers = rows.filter((row) => !matched.some((one) => one.row === row));
      others.push(...strangers.flatMap(({ fields }) => (fields.address === undefined ? [] : String(fields.address))));
    }
    const exact = hasData(lookup) && matched.length === 0 ? noneOf(lookup) : lookup;
    const cited = answer.addLookup(exact, {
      area: `the building${subject.streetLine ? ` ${subject.streetLine}` : ' at the point'}`,
      recordScope: lane.source.recordScope,
    });
    if (cited) entries.push(...matched.map((one) => ({ ...one, configured: lane, citation: cited.citation })));
  }
  return {
    entries,
    /** Street lines of other entries on the same tax parcel: entries of other buildings. */
    otherAddresses: [...new Set(others)],
    parcel: parcel && 'number' in parcel ? parcel : undefined,
  };
}
