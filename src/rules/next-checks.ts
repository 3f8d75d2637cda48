import { groupBy } from '../kernel/group.ts';
import { pageAddress, text } from './cells.ts';
import { tableFile } from './table-file.ts';

export const nextCheckRows = tableFile('next-checks', {
  of: text.regex(/^[a-z0-9-]+$/),
  action: text,
  with: text,
  url: pageAddress.exactOptional(),
});

let byTool: ReadonlyMap<string, ReturnType<typeof nextCheckRows>> | undefined;

/** Next checks of a tool's answers, by the name of its file, in the order of the table; none where it has no line. */
export function nextChecks(of: string) {
  byTool ??= groupBy(nextCheckRows(), (row) => row.of);
  return (byTool.get(of) ?? []).map(({ of: _of, ...check }) => check);
}
