import { distanceMeters } from '../../geometry/geo.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { LaneRow } from '../../places/lanes/reader.ts';
import type { Lane } from '../../places/schema/jurisdiction.ts';

/** Lanes whose dated records tell what was published about a property and around it; reported incidents are of people. */
export const changeLanes = [
  'permits',
  'development_cases',
  'code_violations',
  'transfers',
  'capital_projects',
  'service_requests',
] as const satisfies readonly Lane[];

/** Fields in which registers date a record, with what they date; the first of one day speaks for it. */
const dateFields: readonly (readonly [field: string, event: string])[] = [
  ['completedAt', 'completed'],
  ['dispositionDate', 'decided'],
  ['closedAt', 'closed'],
  ['issuedAt', 'issued'],
  ['approvedAt', 'approved'],
  ['certifiedAt', 'certified'],
  ['startedAt', 'started'],
  ['filedAt', 'filed'],
  ['saleDate', 'sale'],
  ['recordedAt', 'recorded'],
  ['deedDate', 'deed'],
  ['transferredAt', 'transferred'],
  ['statusDate', 'status'],
  ['reportedAt', 'reported'],
];

const dayOf = (value: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(String(value ?? ''))?.[0];

/** The newest date of a row inside a period, both days in it, and what the register dates by it. */
export function lastDated(
  { fields, occurredAt, datedBy = '' }: Pick<LaneRow, 'fields' | 'occurredAt' | 'datedBy'>,
  since: string,
  until: string,
): { readonly date: string; readonly event: string } | undefined {
  const all = fields as Readonly<Record<string, unknown>>;
  const dated = [
    ...dateFields.map(([field, event]) => ({ date: dayOf(all[field]), event })),
    { date: dayOf(occurredAt), event: datedBy },
  ];
  return dated.reduce<{ date: string; event: string } | undefined>((newest, { date, event }) => {
    const isInside = date !== undefined && date >= since && date <= until;
    return isInside && (!newest || date > newest.date) ? { date, event } : newest;
  }, undefined);
}

/** How far a row lies from a point; undefined where its source gives no position. */
export const rowDistance = (row: Pick<LaneRow, 'point'>, from: GeoPoint): number | undefined =>
  row.point && distanceMeters(from, row.point);
