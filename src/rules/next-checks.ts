import { groupBy } from '../kernel/group.ts';
import { once } from '../kernel/memoize.ts';
import { pageAddress, text } from './cells.ts';
import { tableFile } from './table-file.ts';

export const nextCheckRows = tableFile('next-checks', {
  of: text.regex(/^[a-z0-9-]+(\.[a-z]+)?$/),
  action: text,
  with: text,
  url: pageAddress.exactOptional(),
});

const byTool = once(() => groupBy(nextCheckRows(), (row) => row.of));

/**
 * Next checks in the order of the table: of a tool's answers by the name of its file, of a part of one by what code passes
 * here; none where the table does not name it.
 */
export const nextChecks = (of: string) => (byTool().get(of) ?? []).map(({ of: _of, ...check }) => check);
