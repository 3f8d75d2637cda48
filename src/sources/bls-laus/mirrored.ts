import { rowsOfCounty } from '../../geography/by-county.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';
import { type LaborMonth, measures, monthsOf } from './client.ts';

/** Months of the subject's county out of the mirrored flat file, newest first. */
export function mirroredMonths(
  mirror: MirrorAccess,
  subject: Subject,
): Lookup<{ readonly countyFips: string; readonly months: readonly LaborMonth[] }> {
  const found = rowsOfCounty(mirror, 'bls-laus-monthly', 'countyFips', subject, {
    orderBy: 'month',
    descending: true,
    limit: 80,
  });
  if (!hasData(found)) return found;
  const points = found.data.rows.flatMap(({ measure, month, value, footnotes }) => {
    const known = String(measure);
    if (!(known in measures)) return [];
    return [
      {
        measure: known as keyof typeof measures,
        month: String(month),
        value: typeof value === 'number' ? value : undefined,
        preliminary: String(footnotes ?? '').includes('P'),
      },
    ];
  });
  return mapLookup(found, ({ code }) => ({ countyFips: code.fips, months: monthsOf(points) }));
}
