import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '../../fields/field.ts';
import type { ReadScope, Refusal } from '../../fields/scope.ts';
import { mirrorCell, throwIfPersonal } from '../../fields/table.ts';
import { boundsOf } from '../../geometry/geo.ts';
import { OverBound } from '../../kernel/over-bound.ts';
import type { MirrorCell } from '../../kernel/ports/mirror.ts';
import { plainCharacters } from '../../kernel/text.ts';
import { openSqlite, type Sqlite } from '../../store/sqlite.ts';
import { isRunning } from '../supply/lock.ts';
import type { Bounds } from './bounds.ts';
import { newestDue, withYear } from './calendar.ts';
import { cellOf } from './cells.ts';
import { type Dataset, pointOf } from './dataset.ts';
import { encodePolygon, ringsOf } from './polygon.ts';
import { readRows } from './read/rows.ts';
import { loadedMeta, type RefusedValues, snapshotPath } from './snapshot.ts';
import { type Cells, createIndexes, createTable, quoted, RowWriter, tableColumns } from './table.ts';

/** Position of a column in the rows of a file, under the first of its spellings that the file has; -1 for none. */
const positionOf = (column: string | readonly string[], header: readonly string[]): number =>
  [column]
    .flat()
    .map((name) => header.indexOf(name))
    .find((at) => at >= 0) ?? -1;

/** Positions of the cells of a field. Throws, naming the columns, where the file has none of them. */
function positionsOf({ row: { type, columns } }: Field, header: readonly string[], dataset: string): readonly number[] {
  const positions = columns.map((column) => positionOf(column, header));
  if (type === 'computed' || positions.some((at) => at >= 0)) return positions;
  throw new Error(
    `${dataset}: the file has no column ${columns.flat().join(' or ')}; it has ${header.slice(0, 12).join(', ')}`,
  );
}

function fieldReader(name: string, field: Field, positions: readonly number[], scope: ReadScope) {
  const cells: unknown[] = positions.map(() => undefined);
  const isOurs = field.row.type === 'computed';
  return (row: readonly unknown[]): unknown => {
    for (let at = 0; at < positions.length; at++) cells[at] = row[positions[at] ?? -1];
    const value = field.read(cells, scope, name);
    // what a function makes of cells brings in no character that hides or acts either
    return isOurs && typeof value === 'string' ? plainCharacters(value) : value;
  };
}

/**
 * Compiles a dataset's columns against the header of a file: reads a row as the cells that are stored, undefined where
 * the dataset leaves it out or where it lacks a required value. Throws, naming the column, where the file lacks one.
 */
function compileColumns(dataset: Dataset, header: readonly string[], scope: ReadScope) {
  const fields = Object.entries(dataset.columns).map(([name, field]) => ({
    isRequired: field.always,
    read: fieldReader(name, field, positionsOf(field, header, dataset.id), scope),
  }));
  const kept = Object.entries(dataset.keep ?? {}).map(([column, pattern]) => ({
    at: header.indexOf(column),
    pattern,
  }));
  const isKept = (row: readonly unknown[]) =>
    kept.every(({ at, pattern }) => pattern.test(String(row[at] ?? '').trim()));
  return (row: readonly unknown[]): MirrorCell[] | undefined => {
    if (!isKept(row)) return undefined;
    const cells: MirrorCell[] = [];
    for (const { isRequired, read } of fields) {
      const value = read(row);
      if (isRequired && value === undefined) return undefined;
      cells.push(mirrorCell(value));
    }
    return cells;
  };
}

export interface LoadOptions {
  readonly directory: string;
  readonly retrievedAt: string;
  readonly part?: string;
  /** Edition that the file itself does not name. */
  readonly vintage?: string;
  /** Year of the edition, where the address names it: parts of two editions never stand in one snapshot. */
  readonly edition?: string;
  /** Where the file was taken from, where it is not the dataset's own address. */
  readonly sourceUrl?: string;
  /** The file is a hand-written fake upstream; every citation of it says so. */
  readonly synthetic?: boolean;
  /** For a file that no operator has handed over. */
  readonly bounds?: Pick<Bounds, 'unfoldedBytes' | 'rows'>;
  readonly onProgress?: (progress: { rows: number; bytes: number; totalBytes: number }) => void;
}

export interface Loaded {
  readonly dataset: string;
  readonly rows: number;
  /** Rows that the dataset does not keep, or that lack a required value. */
  readonly leftOut: number;
  /** Values that broke the rules of their fields and were not stored. */
  readonly refused: readonly RefusedValues[];
  readonly vintage: string;
  readonly sha256: string;
  readonly seconds: number;
}

/**
 * Loads an official file as published into a fresh snapshot and swaps it in with one rename.
 * `path`: the file, or its pages. A load that is killed leaves the old snapshot as it was; its unfinished file is removed by the next load.
 * Throws, naming the column or member, where the file is not what the dataset expects, and where a column names a person;
 * an `OverBound` where it goes over `bounds`.
 */
export async function loadDataset(dataset: Dataset, path: string | readonly string[], options: LoadOptions) {
  throwIfPersonal(dataset.id, dataset.columns);
  const paths = [path].flat();
  const started = performance.now();
  mkdirSync(options.directory, { recursive: true });
  removeUnfinished(options.directory, dataset.id);
  const target = snapshotPath(options.directory, dataset.id);
  const unfinished = join(options.directory, `${dataset.id}.loading-${process.pid}`);
  const part = partOf(dataset, options.part);
  const sha256 = await hashFiles(paths);
  const previous = part !== undefined && takesParts(options.directory, dataset, options.edition);
  if (previous) copyFileSync(target, unfinished);
  const db = openSqlite(unfinished, { synchronous: 'off' });
  try {
    db.pragma('journal_mode = OFF');
    const parts = prepareTables(db, dataset, previous, part);
    const { leftOut, refused } = await insertAll(db, dataset, paths, options);
    const rows = (db.prepare('SELECT count(*) AS n FROM data').get() as { n: number }).n;
    if (rows === 0) throw new Error(`${dataset.id}: no row of the file was kept`);
    createIndexes(db, dataset);
    const vintage = options.vintage ?? vintageOf(db, dataset, options.edition, new Date(options.retrievedAt));
    const meta = {
      vintage,
      rows,
      leftOut,
      refused: JSON.stringify(refused),
      retrievedAt: options.retrievedAt,
      sha256,
      sourceUrl: options.sourceUrl ?? dataset.sourceUrl,
      synthetic: options.synthetic === true,
      ...(options.edition !== undefined && { edition: options.edition }),
      parts: JSON.stringify(part === undefined ? parts : [...new Set([...parts, part])].sort()),
    };
    const put = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
    for (const [key, value] of Object.entries(meta)) put.run(key, String(value));
    db.close();
    renameSync(unfinished, target);
    const seconds = (performance.now() - started) / 1000;
    return { dataset: dataset.id, rows, leftOut, refused, vintage, sha256, seconds };
  } catch (error) {
    db.close();
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function partOf(dataset: Dataset, part: string | undefined): string | undefined {
  if (!dataset.parts) return undefined;
  if (part === undefined) throw new Error(`${dataset.id} comes in parts; name one with --part`);
  return part;
}

function prepareTables(db: Sqlite, dataset: Dataset, previous: boolean, part: string | undefined): string[] {
  if (previous && dataset.parts && part !== undefined) {
    db.prepare(`DELETE FROM data WHERE ${quoted(dataset.parts.column)} = ?`).run(part);
    return JSON.parse(
      (db.prepare("SELECT value FROM meta WHERE key = 'parts'").get() as { value: string }).value,
    ) as string[];
  }
  createTable(db, dataset);
  db.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
  return [];
}

/** Adds what no column of the file states: the grid cell of a row, its polygon with the bounds. */
function rowCompleter(dataset: Dataset): (cells: Cells, geometry: unknown) => void {
  const names = Object.keys(dataset.columns);
  const point = pointOf(dataset);
  const at = point && { latitude: names.indexOf(point.latitude), longitude: names.indexOf(point.longitude) };
  return (cells, geometry) => {
    if (at) cells.push(cellFor(cells, at));
    if (dataset.polygon) cells.push(...polygonCells(geometry));
  };
}

class RefusalCounts {
  readonly #counts = new Map<string, RefusedValues>();

  push(...refusals: readonly Refusal[]): number {
    for (const { field, why } of refusals) {
      const key = `${field} ${why}`;
      this.#counts.set(key, { field, why, count: (this.#counts.get(key)?.count ?? 0) + 1 });
    }
    return this.#counts.size;
  }

  all(): readonly RefusedValues[] {
    return [...this.#counts.values()];
  }
}

/** Loads every row of the files in one transaction; counts rows that were left out and values that were refused. */
async function insertAll(db: Sqlite, dataset: Dataset, paths: readonly string[], options: LoadOptions) {
  const width = tableColumns(dataset).length;
  const writer = new RowWriter(db, width);
  const complete = rowCompleter(dataset);
  const totalBytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  let bytes = 0;
  let rows = 0;
  let leftOut = 0;
  const refusals = new RefusalCounts();
  const { part, retrievedAt } = options;
  const scope = { refusals, today: retrievedAt.slice(0, 10), ...(part !== undefined && { part }) };
  let columns: { readonly header: string; readonly read: ReturnType<typeof compileColumns> } | undefined;
  db.exec('BEGIN');
  const { bounds } = options;
  const onBytes = (read: number) => {
    bytes = read;
  };
  for await (const batch of readAll(paths, dataset, onBytes, bounds?.unfoldedBytes)) {
    checkRows(rows + leftOut + batch.rows.length, bounds?.rows);
    const header = batch.header.join('\n');
    if (columns?.header !== header) columns = { header, read: compileColumns(dataset, batch.header, scope) };
    for (const [index, row] of batch.rows.entries()) {
      const cells: Cells | undefined = columns.read(row);
      if (!cells) {
        leftOut++;
        continue;
      }
      complete(cells, batch.geometries?.[index]);
      writer.add(cells);
      rows++;
    }
    writer.flush();
    options.onProgress?.({ rows, bytes, totalBytes });
  }
  db.exec('COMMIT');
  return { leftOut, refused: refusals.all() };
}

function checkRows(rows: number, most = Number.POSITIVE_INFINITY): void {
  if (rows > most) throw new OverBound('rows', `the file has more than ${most.toLocaleString('en-US')} rows`);
}

async function* readAll(
  paths: readonly string[],
  dataset: Dataset,
  onBytes: (read: number) => void,
  unfoldedBytes: number | undefined,
) {
  let before = 0;
  for (const path of paths) {
    yield* readRows(path, dataset, (read) => onBytes(before + read), unfoldedBytes);
    before += statSync(path).size;
  }
}

function cellFor(cells: readonly (MirrorCell | Buffer)[], at: { latitude: number; longitude: number }): number | null {
  const latitude = cells[at.latitude];
  const longitude = cells[at.longitude];
  return typeof latitude === 'number' && typeof longitude === 'number' ? cellOf({ latitude, longitude }) : null;
}

function polygonCells(geometry: unknown): (MirrorCell | Buffer)[] {
  const rings = ringsOf(geometry);
  const [west, south, east, north] = boundsOf(rings.flat());
  return [west, south, east, north, encodePolygon(rings)];
}

function vintageOf(db: Sqlite, dataset: Dataset, edition: string | undefined, now: Date): string {
  const { editions } = dataset;
  if (typeof dataset.vintage === 'string')
    return editions ? withYear(dataset.vintage, Number(edition ?? newestDue(editions, now))) : dataset.vintage;
  const row = db.prepare(`SELECT max(${quoted(dataset.vintage.column)}) AS newest FROM data`).get() as {
    newest: MirrorCell;
  };
  return String(row.newest ?? 'unknown');
}

async function hashFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

/** Whether a snapshot can take a further part: it has today's columns, and is of the same edition where they are reported apart. */
function takesParts(directory: string, dataset: Dataset, edition: string | undefined): boolean {
  const meta = loadedMeta(directory, dataset);
  return meta !== undefined && (edition === undefined || meta.edition === edition);
}

/** Removes what a killed load has left; another load that is still running keeps its file. */
export function removeUnfinished(directory: string, dataset: string): void {
  for (const file of readdirSync(directory)) {
    const match = new RegExp(`^${dataset}\\.loading-(\\d+)`).exec(file);
    const pid = Number(match?.[1]);
    if (match && (pid === process.pid || !isRunning(pid))) rmSync(join(directory, file), { force: true });
  }
}
