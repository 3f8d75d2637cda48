import { rowsOfCounty } from '../../geography/by-county.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';
import { insideParts } from './parts.ts';

export const fairRentsMirror = 'hud-fmr';
export const smallAreaRentsMirror = 'hud-safmr';

/** Federal fiscal year of a day: it begins on 1 October of the year before. */
export const fiscalYearOf = (day: Date): number => day.getUTCFullYear() + (day.getUTCMonth() >= 9 ? 1 : 0);

/** Fair market rents of the subject's county: one row, or one for each town in New England. */
export const fairRents = (mirror: MirrorAccess, subject: Subject, year: number): ReturnType<typeof rowsOfCounty> =>
  mirror.need(fairRentsMirror, [String(year)]) ??
  rowsOfCounty(mirror, fairRentsMirror, 'countyFips', subject, { where: { year: String(year) }, orderBy: 'town' });

/** Small area rents of a ZIP in the county's own HUD area; a ZIP can lie in several, with a row for each. */
export function smallAreaRents(
  mirror: MirrorAccess,
  zipCode: string,
  year: number,
  areaName: unknown,
): Lookup<MirrorRow> {
  const found = insideParts(mirror, smallAreaRentsMirror, [String(year)], () =>
    mirror.rows(smallAreaRentsMirror, { zip: zipCode, year: String(year) }),
  );
  if (!hasData(found)) return found;
  const own = found.data.find((item) => item.areaName === areaName);
  return own ? { ...found, data: own } : noneOf(found);
}
