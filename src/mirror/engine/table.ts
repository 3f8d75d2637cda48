import { mirrorType } from '../../fields/table.ts';
import type { MirrorCell } from '../../kernel/ports/mirror.ts';
import type { Sqlite } from '../../store/sqlite.ts';
import { type Dataset, pointOf } from './dataset.ts';

/** Name of a column in SQL. */
export const quoted = (column: string): string => `"${column.replaceAll('"', '""')}"`;

/**
 * Columns of the table of a dataset in order, those for positions and polygons included, with their types: that of SQLite
 * and that of the field (`TEXT day`), so that a copy with another form of a value is reported apart.
 */
export function tableColumns(dataset: Pick<Dataset, 'columns' | 'point' | 'polygon'>) {
  const { columns, polygon } = dataset;
  return [
    ...Object.entries(columns).map(([name, field]) => ({
      name,
      type: `${mirrorType(field).toUpperCase()} ${field.row.type}`,
    })),
    ...(pointOf(dataset) ? [{ name: 'cell', type: 'INTEGER' }] : []),
    ...(polygon ? ['west', 'south', 'east', 'north'].map((name) => ({ name, type: 'REAL' })) : []),
    ...(polygon ? [{ name: 'geom', type: 'BLOB' }] : []),
  ];
}

export function createTable(db: Sqlite, dataset: Dataset): void {
  const columns = tableColumns(dataset).map(({ name, type }) => `${quoted(name)} ${type}`);
  db.exec(`CREATE TABLE data (${columns.join(', ')})`);
}

/** Indexes by the keys of a dataset, and those of distance and containment queries. */
export function createIndexes(db: Sqlite, dataset: Dataset): void {
  for (const [at, key] of dataset.keys.entries()) {
    db.exec(`CREATE INDEX IF NOT EXISTS key${at} ON data (${key.map(quoted).join(', ')})`);
  }
  const point = pointOf(dataset);
  if (point) {
    const { latitude, longitude } = point;
    db.exec(`CREATE INDEX IF NOT EXISTS by_cell ON data (cell, ${quoted(latitude)}, ${quoted(longitude)})`);
  }
  if (dataset.polygon) db.exec('CREATE INDEX IF NOT EXISTS by_box ON data (west, east, south, north)');
}

const rowsPerStatement = 200;
const maxVariables = 30_000;

export type Cells = (MirrorCell | Buffer)[];

/** Writes rows of equal width, many to a statement. */
export class RowWriter {
  readonly #db: Sqlite;
  readonly #width: number;
  readonly #perStatement: number;
  readonly #full: ReturnType<Sqlite['prepare']>;
  #values: Cells = [];

  constructor(db: Sqlite, width: number) {
    this.#db = db;
    this.#width = width;
    this.#perStatement = Math.max(1, Math.min(rowsPerStatement, Math.floor(maxVariables / width)));
    this.#full = this.#statement(this.#perStatement);
  }

  add(cells: Cells): void {
    for (const cell of cells) this.#values.push(cell);
    if (this.#values.length < this.#perStatement * this.#width) return;
    this.#full.run(this.#values);
    this.#values = [];
  }

  /** Writes what has been added and is not written yet. */
  flush(): void {
    if (this.#values.length > 0) this.#statement(this.#values.length / this.#width).run(this.#values);
    this.#values = [];
  }

  #statement(rows: number) {
    const tuple = `(${Array(this.#width).fill('?').join(',')})`;
    return this.#db.prepare(`INSERT INTO data VALUES ${Array(rows).fill(tuple).join(',')}`);
  }
}
