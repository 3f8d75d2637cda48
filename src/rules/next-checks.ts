import { groupBy } from '../kernel/group.ts';
import { pageAddress, text } from './cells.ts';
import { tableFile } from './table-file.ts';

export const nextCheckRows = tableFile('next-checks', {
  of: text.regex(/^[a-z0-9-]+(\.[a-z]+)?$/),
  action: text,
  with: text,
  url: pageAddress.exactOptional(),
});

let byTool: ReadonlyMap<string, ReturnType<typeof nextCheckRows>> | undefined;

/**
 * Next checks in the order of the table: of a tool's answers by the name of its file, of a part of one by what code passes
 * here; none where the table does not name it.
 */
export function nextChecks(of: string) {
  byTool ??= groupBy(nextCheckRows(), (row) => row.of);
  return (byTool.get(of) ?? []).map(({ of: _of, ...check }) => check);
}
