import { readDataFile } from '../kernel/data-file.ts';

/** Cells of one line; a cell with a comma is in double quotes. */
const cellsOf = (line: string): readonly string[] =>
  line.includes('"')
    ? [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
        (quoted ?? bare ?? '').replaceAll('""', '"'),
      )
    : line.split(',');

/**
 * The rows of one table of `data/privacy`, by the columns of its first line. They are read with the first answer, which
 * waits for no parser. Throws where the file is missing.
 */
export function readTable(name: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = readDataFile(`privacy/${name}.csv`).trimEnd().split('\n');
  const columns = cellsOf(head);
  return lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  });
}
