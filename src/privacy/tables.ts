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

const patterns = new Map<string, readonly RegExp[]>();

/** Regular expressions of one kind in `data/privacy/patterns.csv`, each part (`{street}`) in its place. */
export function patternsOf(wanted: string, flags: string): readonly RegExp[] {
  const known = patterns.get(wanted);
  if (known) return known;
  const rows = readTable('patterns');
  const parts = new Map(rows.filter(({ kind }) => kind === 'part').map(({ example, pattern }) => [example, pattern]));
  const whole = (pattern: string): string =>
    pattern.replace(/\{([a-z]+)\}/g, (_, part: string) => whole(parts.get(part) ?? ''));
  const found = rows.filter(({ kind }) => kind === wanted).map(({ pattern = '' }) => new RegExp(whole(pattern), flags));
  patterns.set(wanted, found);
  return found;
}
