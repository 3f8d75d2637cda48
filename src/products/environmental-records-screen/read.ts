import { z } from 'zod';
import type { Answer } from '../../kernel/answer.ts';
import { defined } from '../../kernel/defined.ts';
import { byDistance, type CountWithin } from '../../kernel/nearby-shape.ts';

/** Records without a place that are named. */
export const unplacedShown = 5;

/** A record of another tool's list, as far as the search needs it. */
export interface NearRecord {
  /** Number of the record in its own database. */
  readonly id?: string;
  /** Page of the record, where its publisher has one. */
  readonly recordUrl?: string;
  readonly name: string;
  readonly address?: string;
  readonly status?: string;
  readonly archived?: boolean;
  readonly distanceMeters: number;
  readonly direction: string;
}

/** A record that its database does not place. */
export interface UnplacedRecord {
  readonly id?: string;
  readonly name: string;
}

const text = z.string().optional();
const ids = { epaId: text, registryId: text, facilityId: text, releaseId: text, id: text };
const idOf = (row: { readonly [K in keyof typeof ids]?: string | undefined }) =>
  row.epaId ?? row.registryId ?? row.facilityId ?? row.releaseId ?? row.id;

const record = z
  .looseObject({
    ...ids,
    recordUrl: text,
    name: z.string(),
    address: text,
    status: text,
    complianceStatus: text,
    detail: text,
    archived: z.boolean().optional(),
    distanceMeters: z.number(),
    direction: z.string(),
  })
  .transform(
    (row): NearRecord =>
      defined({
        id: idOf(row),
        recordUrl: row.recordUrl,
        name: row.name,
        address: row.address,
        status: row.status ?? row.complianceStatus ?? row.detail,
        archived: row.archived || undefined,
        distanceMeters: row.distanceMeters,
        direction: row.direction,
      }),
  );

const list = z.looseObject({
  citation: z.string(),
  byDistance: byDistance.default([]),
  deletedByDistance: byDistance.optional(),
  archivedByDistance: byDistance.optional(),
  count: z.number().optional(),
  sites: z.array(record).optional(),
  nearest: z.array(record).optional(),
  withoutCoordinates: z
    .union([
      z.number().transform((count) => ({ count, named: [] as UnplacedRecord[] })),
      z
        .looseObject({ inZip: z.number(), named: z.array(z.looseObject({ ...ids, name: z.string() })) })
        .transform(({ inZip, named }) => ({
          count: inZip,
          named: named.slice(0, unplacedShown).map((row) => defined({ id: idOf(row), name: row.name })),
        })),
    ])
    .optional(),
});

export interface ListFacts {
  readonly citation: string;
  readonly byDistance: readonly CountWithin[];
  readonly deletedByDistance?: ListFacts['byDistance'];
  readonly archivedByDistance?: ListFacts['byDistance'];
  readonly count?: number;
  readonly sites: readonly NearRecord[];
  readonly unplaced?: { readonly count: number; readonly named: readonly UnplacedRecord[] };
}

const lists = [
  'nationalPriorities',
  'otherSuperfund',
  'brownfields',
  'releases',
  'facilities',
  'superfundSites',
  'federalSites',
] as const;

export type PartFacts = { readonly [K in (typeof lists)[number]]?: ListFacts } & {
  readonly regulated?: ListFacts;
  readonly radonZone?: { zone: number; citation: string };
};

/** The lists in another tool's facts, their citations renamed. Facts of another shape are none. */
export function readFacts(part: Answer, keyOf: (citation: string) => string): PartFacts {
  const read = (value: unknown): ListFacts | undefined => {
    const parsed = list.safeParse(value);
    if (!parsed.success) return undefined;
    const { citation, byDistance: near, deletedByDistance, archivedByDistance, count, sites, nearest } = parsed.data;
    const unplaced = parsed.data.withoutCoordinates;
    return {
      citation: keyOf(citation),
      byDistance: near,
      ...(deletedByDistance && { deletedByDistance }),
      ...(archivedByDistance && { archivedByDistance }),
      ...(count !== undefined && { count }),
      sites: sites ?? nearest ?? [],
      ...(unplaced && { unplaced }),
    };
  };
  const facts = part.facts ?? {};
  const found = Object.fromEntries(
    lists.flatMap((name) => {
      const value = read(facts[name]);
      return value ? [[name, value]] : [];
    }),
  ) as PartFacts;
  const own = ['withViolations', 'others'].flatMap((name) => read(facts[name])?.sites ?? []);
  const zone = z.looseObject({ value: z.number(), citation: z.string() }).safeParse(facts.zone);
  return {
    ...found,
    ...(found.facilities && { regulated: { ...found.facilities, sites: own } }),
    ...(zone.success && { radonZone: { zone: zone.data.value, citation: keyOf(zone.data.citation) } }),
  };
}

/** Records within a distance, by the counts of a list: that of exactly this distance, else of the widest inside it. */
export const countWithin = (counts: readonly CountWithin[], meters: number): number =>
  counts
    .filter(({ withinMeters }) => withinMeters <= meters)
    .toSorted((a, b) => b.withinMeters - a.withinMeters)
    .at(0)?.count ?? 0;

/** The records that pass, nearest first. */
export const recordsOf = (
  records: readonly NearRecord[] | undefined,
  passes: (record: NearRecord) => boolean = () => true,
): readonly NearRecord[] => (records ?? []).filter(passes).toSorted((a, b) => a.distanceMeters - b.distanceMeters);
