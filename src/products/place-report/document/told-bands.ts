import { bandMeters } from '../../../reports/pictures/schema.ts';
import type { ReportFact } from '../../../reports/sections.ts';
import type { PlaceReport } from '../schema/report.ts';

/** Counts by distance of the tools by the end of their id, with the row of the matrix that counts the same register. */
const rowTypes: readonly (readonly [string, string])[] = [
  ['nationalPriorities.byDistance', 'npl'],
  ['otherSuperfund.byDistance', 'superfund'],
  ['brownfields.byDistance', 'brownfields'],
  ['underground_storage_tanks.facilities.byDistance', 'tank_facilities'],
  ['underground_storage_tanks.releases.byDistance', 'tank_releases'],
  ['regulated_facility_compliance.facilities.byDistance', 'regulated_facilities'],
];

/** Whether the matrix by distance of the report states the same counts; where the two differ, both are told. */
export function inMatrix({ id, bands }: ReportFact, { sections }: PlaceReport): boolean {
  const type = rowTypes.find(([end]) => id.endsWith(end))?.[1];
  const rows = sections.flatMap((section) => (section.kind === 'distances' ? section.rows : []));
  const row = rows.find((one) => one.type === type);
  if (!bands || !row) return false;
  const upTo = (meters: number) =>
    row.bands.reduce<number>(
      (sum, count, at) => sum + ((bandMeters[at] ?? 0) <= meters ? (count ?? 0) : 0),
      row.onParcelCount ?? 0,
    );
  return bands.every(({ withinMeters, count }) => upTo(withinMeters) === count);
}
