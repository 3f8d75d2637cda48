import { pickFields, type RowOf } from '../../fields/table.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';
import { countyAqiYears } from '../datasets/epa-airdata-county-aqi.ts';
import { rowsOfCountyName } from './by-county.ts';
import { overParts } from './parts.ts';

export const countyAqiMirror = 'epa-airdata-county-aqi';

const shown = [
  'year',
  'withIndexDays',
  'goodDays',
  'moderateDays',
  'unhealthyForSensitiveGroupsDays',
  'unhealthyDays',
  'veryUnhealthyDays',
  'hazardousDays',
  'highestIndex',
  'medianIndex',
] as const;
export type CountyAqiYear = Pick<RowOf<typeof countyAqiYears>, (typeof shown)[number]>;

/** Days by category in the county of the place, newest year first; only of the given years. */
export function countyAqi(mirror: MirrorAccess, subject: Subject, years: readonly string[]) {
  return overParts(mirror, countyAqiMirror, years, () =>
    mapLookup(rowsOfCountyName(mirror, countyAqiYears, subject, { orderBy: 'year', descending: true }), (rows) =>
      rows.filter(({ year }) => years.includes(year)).map((row) => pickFields(row, ...shown)),
    ),
  );
}
