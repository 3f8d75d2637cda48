import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readDataFile } from '../kernel/data-file.ts';

/** One checked line of a table: a value for each column; a column whose cell is empty is absent. */
export type Cells<S extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<S>>>;

/** Refuses a row for what one of its columns holds; the file and the line are added. */
export type RefuseCell = (column: string, problem: string) => never;

/** A problem of one cell, before the file and the line are known. */
class CellProblem extends Error {
  constructor(
    readonly column: string,
    readonly problem: string,
  ) {
    super(`${column}: ${problem}`);
  }
}

const refuseCell: RefuseCell = (column, problem) => {
  throw new CellProblem(column, problem);
};

/** "pageUrl" is the column page_url of a file, "claim1PageName" the column claim_1_page_name. */
const columnOf = (key: string) => key.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

interface Line {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/** The lines of a CSV text under its header, which may leave out a column but has none that is unknown or named twice. */
function linesOf(text: string, file: string, known: ReadonlySet<string>): readonly Line[] {
  const header = (names: readonly string[]) => {
    const odd = names.find((name, index) => !known.has(name) || names.indexOf(name) !== index);
    if (odd !== undefined) throw new Error(`${file}, line 1, column ${odd}: unknown or named twice`);
    return [...names];
  };
  try {
    return parse(text, { bom: true, columns: header, info: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(reason.startsWith(file) ? reason : `${file}: ${reason}`);
  }
}

/**
 * Checks the text of a table against its columns and builds its rows. `columns` holds a schema for the text of each
 * cell, named in camel case (`pageUrl` for the column page_url); an empty cell counts as absent. Throws with file,
 * line and column at the first cell that does not fit.
 */
export function parseTable<S extends z.ZodRawShape, R>(
  text: string,
  file: string,
  columns: S,
  build: (cells: Cells<S>, refuse: RefuseCell) => R,
): readonly R[] {
  const keys = new Map(Object.keys(columns).map((key) => [columnOf(key), key]));
  const schema = z.strictObject(columns);
  return linesOf(text, file, new Set(keys.keys())).map(({ record, info }) => {
    const at = (column: string, problem: string) =>
      new Error(`${file}, line ${info.lines}, column ${column}: ${problem}`);
    const filled = Object.entries(record).filter(([, cell]) => cell !== '');
    const checked = schema.safeParse(Object.fromEntries(filled.map(([column, cell]) => [keys.get(column), cell])));
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw at(columnOf(String(issue?.path[0] ?? '')), issue?.message ?? 'does not fit');
    }
    try {
      return build(checked.data, refuseCell);
    } catch (error) {
      throw error instanceof CellProblem ? at(error.column, error.problem) : error;
    }
  });
}

/** The rows of one table of `data/rules`, loaded and checked once, at first use. */
export function tableFile<S extends z.ZodRawShape, R = Cells<S>>(
  name: string,
  columns: S,
  build?: (cells: Cells<S>, refuse: RefuseCell) => R,
): () => readonly R[] {
  let rows: readonly R[] | undefined;
  return () => {
    const file = `rules/${name}.csv`;
    rows ??= parseTable(readDataFile(file), `data/${file}`, columns, build ?? ((cells) => cells as unknown as R));
    return rows;
  };
}
