import type { RowOf } from '../../fields/table.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';
import { fairRents } from '../datasets/hud-fmr.ts';
import { smallAreaRents } from '../datasets/hud-safmr.ts';
import { countyRows } from './by-county.ts';
import { partRows } from './parts.ts';

export type Rents = Pick<RowOf<typeof fairRents>, 'rent0' | 'rent1' | 'rent2' | 'rent3' | 'rent4'>;

/** Federal fiscal year of a day: it begins on 1 October of the year before. */
export const fiscalYearOf = (day: Date): number => day.getUTCFullYear() + (day.getUTCMonth() >= 9 ? 1 : 0);

/** Fair market rents of the subject's county: one row, or one for each town in New England. */
export const fairRentsOf = (mirror: MirrorAccess, subject: Subject, year: number) =>
  mirror.need(fairRents.id, [String(year)]) ??
  countyRows(mirror, fairRents, subject, { where: { year: String(year) }, orderBy: 'town' });

/** Small area rents of a ZIP in the county's own HUD area; a ZIP can lie in several, with a row for each. */
export function smallAreaRentsOf(
  mirror: MirrorAccess,
  zip: string,
  year: number,
  areaName: string | undefined,
): Lookup<RowOf<typeof smallAreaRents>> {
  const found = partRows(mirror, smallAreaRents, [String(year)], () =>
    mirror.rows(smallAreaRents.id, { zip, year: String(year) }),
  );
  if (!hasData(found)) return found;
  const own = found.data.find((item) => item.areaName === areaName);
  return own ? { ...found, data: own } : noneOf(found);
}
