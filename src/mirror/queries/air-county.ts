import { pickFields, type RowOf } from '../../fields/table.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';
import { countyAqiYears } from '../datasets/epa-airdata-county-aqi.ts';
import { rowsOfCountyName } from './by-county-name.ts';

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
export function countyAqi(
  mirror: MirrorAccess,
  subject: Subject,
  years: readonly string[],
): Lookup<readonly CountyAqiYear[]> {
  const lacking = mirror.need(countyAqiMirror, years);
  const { parts = [] } = mirror.status(countyAqiMirror);
  if (lacking && !years.some((year) => parts.includes(year))) return lacking;
  const found = rowsOfCountyName(mirror, countyAqiYears, subject, { orderBy: 'year', descending: true });
  const rows = mapLookup(found, (all) =>
    all.filter(({ year }) => years.includes(year)).map((row) => pickFields(row, ...shown)),
  );
  if (!hasData(rows) || rows.state === 'stale') return rows;
  const { citation, data } = rows;
  if (lacking && 'reason' in lacking)
    return { state: 'partial', data, citation, reason: lacking.reason ?? '', missing: 'parts' };
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}
