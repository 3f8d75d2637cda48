import { countyCodes } from '../../geography/by-county.ts';
import type { Subject } from '../../kernel/subject.ts';
import { type OfficeRow, officesIn, type RecordKind } from './office-rows.ts';

export { type RecordKind, recordKinds } from './office-rows.ts';

/** An official page on which a person gets on with a record of a place. */
export type OfficePage = OfficeRow;

/** Who keeps a kind of record at a place, as far as `data/offices.csv` says. */
export interface RecordKeeper {
  /** The pages that serve it, nearest to the record first; none where no page is known. */
  readonly pages: readonly OfficePage[];
  /** `town` where each town keeps its own and no county does; `state` where one office of the state does. */
  readonly heldBy: OfficeRow['held_by'];
}

/** The office's own page before the one of its county, and those before the pages of the state. */
const order: readonly OfficePage['page'][] = ['office', 'index', 'site', 'directory', 'agency'];

/** Whether a row leads to a kind of record: its own pages, and a county's site. */
const leadsTo = ({ keeps }: OfficeRow, kind: RecordKind): boolean => keeps === kind || keeps === 'any';

/** The keeper of a kind of record at a place; a county is found by its codes of either list where they changed. */
export function recordKeeper(subject: Subject, kind: RecordKind): RecordKeeper {
  const { stateCode, stateFips } = subject;
  if (!stateCode) return { pages: [], heldBy: 'county' };
  const counties = countyCodes(subject).map(({ fips }) => fips);
  const rows = officesIn(stateCode);
  const pages = rows
    .filter(
      (row) => row.page !== 'law' && leadsTo(row, kind) && (row.area === stateFips || counties.includes(row.area)),
    )
    .toSorted((a, b) => order.indexOf(a.page) - order.indexOf(b.page));
  // a town that assesses its ground bills, plans and inspects it too; deeds may stand with the county all the same
  const decides = kind === 'recorder' ? 'recorder' : 'assessor';
  const byTown = rows.some(({ area, keeps, held_by }) => area === stateFips && keeps === decides && held_by === 'town');
  return { pages, heldBy: byTown ? 'town' : (pages[0]?.held_by ?? 'county') };
}
