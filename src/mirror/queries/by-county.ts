import { mirroredCounty } from '../../fields/mirrored.ts';
import type { Fields, Table } from '../../fields/table.ts';
import { rowsOfCounty } from '../../geography/by-county.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { Subject } from '../../kernel/subject.ts';

/** Rows of the subject's county out of a dataset of that name, as {@link rowsOfCounty}, as its table publishes them. */
export const countyRows = <F extends Fields>(
  mirror: MirrorAccess,
  table: Table<F>,
  subject: Subject,
  options?: Parameters<typeof rowsOfCounty>[4],
) => mirroredCounty(table, rowsOfCounty(mirror, table.id, 'countyFips', subject, options));
