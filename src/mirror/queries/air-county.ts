import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';
import { rowsOfCountyName } from './by-county-name.ts';

export const countyAqiMirror = 'epa-airdata-county-aqi';

/** Days of a year by the category that the index of the county had; the rest of the year has no index. */
export interface CountyAqiYear {
  readonly year: string;
  readonly withIndexDays: number;
  readonly goodDays: number;
  readonly moderateDays: number;
  readonly unhealthyForSensitiveGroupsDays: number;
  readonly unhealthyDays: number;
  readonly veryUnhealthyDays: number;
  readonly hazardousDays: number;
  readonly highestIndex?: number;
  readonly medianIndex?: number;
}

const days = (value: unknown) => (typeof value === 'number' ? value : 0);

function yearOf(row: MirrorRow): CountyAqiYear {
  return {
    year: String(row.year),
    withIndexDays: days(row.withAqi),
    goodDays: days(row.good),
    moderateDays: days(row.moderate),
    unhealthyForSensitiveGroupsDays: days(row.unhealthyForSensitiveGroups),
    unhealthyDays: days(row.unhealthy),
    veryUnhealthyDays: days(row.veryUnhealthy),
    hazardousDays: days(row.hazardous),
    ...(typeof row.highest === 'number' && { highestIndex: row.highest }),
    ...(typeof row.median === 'number' && { medianIndex: row.median }),
  };
}

/** Days by category in the county of the place, newest year first; only of the given years. */
export function countyAqi(
  mirror: MirrorAccess,
  subject: Subject,
  years: readonly string[],
): Lookup<readonly CountyAqiYear[]> {
  const lacking = mirror.need(countyAqiMirror, years);
  const { parts = [] } = mirror.status(countyAqiMirror);
  if (lacking && !years.some((year) => parts.includes(year))) return lacking;
  const rows = mapLookup(rowsOfCountyName(mirror, countyAqiMirror, subject, { orderBy: 'year' }), (found) =>
    found
      .filter(({ year }) => years.includes(String(year)))
      .map(yearOf)
      .toReversed(),
  );
  if (!hasData(rows) || rows.state === 'stale') return rows;
  const { citation, data } = rows;
  if (lacking && 'reason' in lacking)
    return { state: 'partial', data, citation, reason: lacking.reason ?? '', missing: 'parts' };
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}
