import { groupBy } from '../kernel/group.ts';
import { pageAddress, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/** The rows of the table. */
export const nextCheckRows = tableFile('next-checks', {
  of: text.regex(/^[a-z0-9-]+$/),
  action: text,
  with: text,
  url: pageAddress.exactOptional(),
});

let byTool: ReadonlyMap<string, ReturnType<typeof nextCheckRows>> | undefined;

/** Next checks of a tool's answers, in the order of the table. Throws for a name that the table does not have. */
export function nextChecks(of: string) {
  byTool ??= groupBy(nextCheckRows(), (row) => row.of);
  const rows = byTool.get(of);
  if (!rows) throw new Error(`next-checks: no line of ${of}`);
  return rows.map(({ of: _of, ...check }) => check);
}
