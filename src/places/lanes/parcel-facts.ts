import { z } from 'zod';
import { fact, row } from '../../kernel/answer.ts';
import {
  type LaneField,
  type LaneSource,
  type ParcelDepth,
  parcelDepthOf,
  parcelDepths,
} from '../schema/jurisdiction.ts';
import { columnsOfField, meansOf, unitOf } from '../schema/lane-table.ts';
import type { ParcelRow } from './reader.ts';
import { valueKindNote } from './value-kinds.ts';

const text = fact(z.string()).optional();
const number = fact(z.number()).optional();

/** Facts of a parcel: each carries its own citation, because several official files are put together. */
export const parcelFacts = z.strictObject({
  parcelId: text.describe("The publisher's parcel number"),
  accountId: text.describe('Tax account of the parcel, where it differs from the parcel number'),
  accounts: fact(z.array(z.string()))
    .optional()
    .describe('Several accounts on one parcel (condominium units), at most 10'),
  matchedBy: fact(z.enum(['point', 'site_address', 'nearest_within_40m']))
    .optional()
    .describe('nearest_within_40m: the point lies in no parcel, and this one is nearest'),
  depth: fact(z.enum(parcelDepths))
    .optional()
    .describe('identity: number, outline and area alone; facts: use, value, year built or sale too'),
  siteAddress: text,
  propertyClass: text,
  landUse: text,
  lotArea: number,
  deedArea: number,
  mappedArea: number.describe('Area of the outline, computed on the ellipsoid; not surveyed'),
  livingArea: number,
  buildingArea: number,
  yearBuilt: number,
  units: number,
  residentialUnits: number,
  buildings: number,
  floors: number,
  landValue: number,
  buildingValue: number,
  totalValue: number.describe('As the assessing office states it, of the kind that the note says; not a price'),
  lastSaleDate: text,
  lastSalePrice: number,
  saleCode: text.describe("The office's own code for what kind of sale it was"),
  deedDate: text.describe('Of the deed, or, as the note says, of its recording or of the transfer'),
  township: text,
  townshipCode: text,
  neighborhood: text,
  taxCode: text,
  municipality: text,
  planningJurisdiction: text,
  recordYear: number,
  centroid: row({ latitude: z.number(), longitude: z.number() })
    .optional()
    .describe('Area centroid of the tax parcel; may lie outside a bent parcel'),
  centroidPrecision: fact(z.enum(['parcel'])).optional(),
  centroidCitation: z
    .strictObject({
      citation: z.string().describe('Key into citations'),
      sourceName: z.string(),
      sourceUrl: z.url(),
      recordId: z.string().optional(),
      fetchedAt: z.string(),
    })
    .optional(),
});

export type ParcelFacts = z.infer<typeof parcelFacts>;

const published: ReadonlySet<string> = new Set(Object.keys(parcelFacts.shape));

const nearest = z.looseObject({ matchedBy: z.looseObject({ value: z.literal('nearest_within_40m') }) });

/** Whether these are facts of a parcel that is merely nearest to the point: nothing says that it is the one meant. */
export const isNearestParcel = (facts: unknown): boolean => nearest.safeParse(facts).success;

/** How much the facts of one parcel say, whatever its source could say of others. */
export const depthOfFacts = (facts: Readonly<Record<string, unknown>>): ParcelDepth => parcelDepthOf({ fields: facts });

/** Rows of the newest record year only, where the source keeps several years. */
export function newestRows(rows: readonly ParcelRow[]): readonly ParcelRow[] {
  const years = rows.map((row) => row.fields.recordYear).filter((year) => typeof year === 'number');
  if (years.length === 0) return rows;
  const newest = Math.max(...years);
  return rows.filter((row) => row.fields.recordYear === newest);
}

const dateNotes: Readonly<Record<string, string>> = {
  recorded: 'day of recording',
  transferred: 'day of the transfer',
};

const distinct = (values: readonly (string | number | undefined)[]) => [
  ...new Set(values.filter((value) => value !== undefined)),
];

/** What a reader has to know beside the value of a field: which of several it is, or where a number is unique. */
function noteOf(
  source: LaneSource<'parcel'>,
  name: LaneField<'parcel'>,
  [first]: readonly ParcelRow[],
): string | undefined {
  if (name === 'deedDate') return dateNotes[meansOf(source, name) ?? ''];
  if (name !== 'parcelId') return valueKindNote(source, name);
  const [own, columns] = [first?.recordId, columnsOfField(source, name)];
  const isLocal = own !== undefined && columnsOfField(source, 'recordId').some((one) => !columns.includes(one));
  return isLocal ? `not unique in the layer, where this parcel is ${own}` : undefined;
}

/**
 * What all rows of one source agree on. Units of a condominium share a parcel: what differs between them is left out,
 * and their accounts are listed.
 */
export function factsOfRows(
  rows: readonly ParcelRow[],
  source: LaneSource<'parcel'>,
  citation: string,
): Record<string, { value: unknown; unit?: string; citation: string; note?: string }> {
  const newest = newestRows(rows);
  const names = new Set(newest.flatMap((row) => Object.keys(row.fields) as LaneField<'parcel'>[]));
  const facts: Record<string, { value: unknown; unit?: string; citation: string; note?: string }> = {};
  for (const name of names) {
    if (!published.has(name)) continue;
    const values = distinct(newest.map((row) => row.fields[name]));
    if (values.length !== 1) continue;
    const [unit, note] = [unitOf(source, name), noteOf(source, name, newest)];
    facts[name] = { value: values[0], citation, ...(unit && { unit }), ...(note && { note }) };
  }
  // where units have no account beside their number, their numbers are the accounts
  const [own, numbers] = [newest.map((row) => row.fields.accountId), newest.map((row) => row.fields.parcelId)];
  const accounts = distinct(own.every((account) => account === undefined) ? numbers : own);
  if (accounts.length > 1) {
    facts.accounts = {
      value: accounts.slice(0, 10).map(String),
      citation,
      ...(accounts.length > 10 && { note: `${accounts.length} accounts; 10 are shown` }),
    };
  }
  return facts;
}
