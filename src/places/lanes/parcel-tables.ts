import { distanceMeters } from '../../geometry/geo.ts';
import { hasData, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import type { ParcelLane } from '../schema/port.ts';
import { newestRows } from './parcel-facts.ts';
import { type LaneRows, type ParcelRow, readLane } from './reader.ts';
import { statesUnit } from './street.ts';

export type ParcelRows = LaneRows<'parcel'>;

/** A site address that lies farther from the geocoded point belongs to another town of the same county. */
export const sameAddressMeters = 300;
/** Records of one parcel that are read. */
export const maxRows = 50;

export interface Detail {
  readonly lane: ParcelLane;
  readonly lookup: ParcelRows;
}

/** Rows that lie as near to the subject as an address may lie from its parcel. */
export const near = (rows: readonly ParcelRow[], subject: PointSubject) =>
  rows.filter((row) => row.point !== undefined && distanceMeters(row.point, subject) <= sameAddressMeters);

/** Of several records that share a spot the one of this unit, where one alone states it; else all of them. */
export function ofUnit(rows: ParcelRows, { unit }: PointSubject): ParcelRows {
  if (unit === undefined || !hasData(rows) || rows.data.length < 2) return rows;
  const own = rows.data.filter(({ fields }) => statesUnit(fields.siteAddress, unit));
  return own.length === 1 ? mapLookup(rows, () => own) : rows;
}

/** Number of the newest record, the account's where the parcel has none. */
export const keyOf = (rows: readonly ParcelRow[]) => {
  const row = newestRows(rows)[0];
  const key = row?.fields.parcelId ?? row?.fields.accountId;
  return key === undefined ? undefined : String(key);
};

/** The number by which the tables of a parcel are queried: that of its map, where the office numbers its accounts otherwise. */
export const joinOf = (rows: readonly ParcelRow[]) => {
  const number = newestRows(rows)[0]?.fields.mapNumber;
  return number === undefined ? keyOf(rows) : String(number);
};

/** What the tables that are kept by parcel say of one number. */
export async function readTables(
  sources: SourceAccess,
  tables: readonly ParcelLane[],
  key: string | undefined,
): Promise<readonly Detail[]> {
  if (!key) return [];
  const askable = tables.filter(({ source }) => source.query.key || source.query.keyParts);
  return Promise.all(
    askable.map(async (lane) => ({ lane, lookup: await readLane(sources, lane, { key, limit: maxRows }) })),
  );
}

/** The first site address that the parcel's own record or a table of it states. */
export function siteOf(rows: readonly ParcelRow[], details: readonly Detail[]): string | undefined {
  const all = [rows, ...details.map(({ lookup }) => (hasData(lookup) ? newestRows(lookup.data) : []))];
  const site = all.flat().find((row) => row.fields.siteAddress !== undefined)?.fields.siteAddress;
  return site === undefined ? undefined : String(site);
}
