import { distanceMeters } from '../../geometry/geo.ts';
import { holdsPoint } from '../../geometry/outline.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { Condition, MirrorAccess, MirrorCell, MirrorRow, MirrorStatus } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { addDays } from '../../kernel/time.ts';
import type { Sqlite } from '../../store/sqlite.ts';
import { absenceOf, freshen, type Supplier, wantParts } from '../supply/want.ts';
import { cellRanges } from './cells.ts';
import { type Dataset, pointOf } from './dataset.ts';
import { decodePolygon } from './polygon.ts';
import { metaOf, openShipped, partsOf, shippedInstead } from './shipped.ts';
import { currentSnapshot, OldForm, type Snapshot, snapshotPath } from './snapshot.ts';
import { brokenStatus, cite, loadedStatus, missingStatus } from './status.ts';
import { quoted } from './table.ts';

interface Clause {
  readonly sql: string;
  readonly values: readonly MirrorCell[];
}

const marks = (count: number) => Array(count).fill('?').join(', ');
const either = (clauses: readonly string[]) => `(${clauses.join(' OR ')})`;

/** One condition in SQL on a column whose name is quoted already; its values stand apart. */
function sqlOf(condition: Condition, column: string): Clause {
  if ('oneOf' in condition) {
    const compared = condition.folded ? `upper(${column})` : column;
    const { oneOf } = condition;
    const equal = `${compared} IN (${marks(oneOf.length)})`;
    if (!condition.line) return { sql: equal, values: oneOf };
    const starts = oneOf.map(() => `instr(${compared}, ?) = 1`);
    return { sql: either([equal, ...starts]), values: [...oneOf, ...oneOf.map((one) => `${one},`)] };
  }
  if ('contains' in condition) {
    return { sql: either(condition.contains.map(() => `instr(${column}, ?) > 0`)), values: condition.contains };
  }
  if ('between' in condition) return { sql: `${column} BETWEEN ? AND ?`, values: condition.between };
  const form = (day: string) => (condition.form === 'yyyymmdd' ? day.replaceAll('-', '') : day);
  const clauses = [
    ...(condition.from ? [{ sql: `${column} >= ?`, value: form(condition.from) }] : []),
    ...(condition.to ? [{ sql: `${column} < ?`, value: form(addDays(condition.to, 1)) }] : []),
  ];
  return { sql: clauses.map(({ sql }) => sql).join(' AND ') || '1', values: clauses.map(({ value }) => value) };
}

const defaultLimit = 200;

/**
 * Reads the mirrored datasets under a directory, and the tables in the package where nothing better was loaded. Opens a
 * file or a table when it is first queried; readers never block a load.
 */
export class Mirror implements MirrorAccess {
  readonly #open = new Map<string, Snapshot | undefined>();
  readonly #datasets: Map<string, Dataset>;
  readonly #placeFiles: string[] = [];
  readonly #directory: string;
  readonly #clock: () => Date;
  readonly #supply: Supplier | undefined;

  /** `supply`: fetches what a question lacks; nothing is fetched by itself where absent. */
  constructor(options: {
    directory: string;
    datasets: readonly Dataset[];
    clock: () => Date;
    supply?: Supplier | undefined;
  }) {
    this.#supply = options.supply;
    this.#directory = options.directory;
    this.#datasets = new Map(options.datasets.map((dataset) => [dataset.id, dataset]));
    this.#clock = options.clock;
  }

  /** Makes a dataset known that is made when it is first requested: the file of a place. */
  know(dataset: Dataset): void {
    if (this.#datasets.has(dataset.id)) return;
    this.#datasets.set(dataset.id, dataset);
    this.#placeFiles.push(dataset.id);
  }

  placeFiles(): readonly string[] {
    return this.#placeFiles;
  }

  #dataset(id: string): Dataset {
    const dataset = this.#datasets.get(id);
    if (!dataset) throw new Error(`no dataset ${id}`);
    return dataset;
  }

  #snapshot(dataset: Dataset): Snapshot | undefined {
    const known = this.#open.get(dataset.id);
    this.#open.delete(dataset.id);
    const snapshot = currentSnapshot(snapshotPath(this.#directory, dataset.id), known, dataset);
    this.#open.set(dataset.id, snapshot);
    return snapshot;
  }

  status(id: string): MirrorStatus {
    const dataset = this.#dataset(id);
    const now = this.#clock();
    let snapshot: Snapshot | undefined;
    try {
      snapshot = this.#snapshot(dataset);
    } catch (error) {
      return brokenStatus(dataset, error instanceof OldForm, now);
    }
    const table = shippedInstead(dataset, snapshot?.meta);
    const meta = table ? metaOf(table) : snapshot?.meta;
    if (!meta) return missingStatus(dataset, this.#supply, now);
    const parts = partsOf(dataset, snapshot?.meta.parts ?? []);
    return loadedStatus(dataset, { ...meta, parts, shipped: table !== undefined }, this.#supply, now);
  }

  need(id: string, parts: readonly string[]): Lookup<never> | undefined {
    const dataset = this.#dataset(id);
    if (!dataset.parts) return undefined;
    const loaded = this.status(id).parts ?? [];
    const lacking = parts.filter((part) => !loaded.includes(part));
    if (lacking.length === 0) return undefined;
    const reason = wantParts(dataset, lacking, loaded, this.#supply, this.#clock());
    return { state: 'unavailable', source: dataset.title, reason };
  }

  all(): readonly MirrorStatus[] {
    // the files of places become known as they are requested, and would make the list depend on what was queried before
    return [...this.#datasets.keys()].filter((id) => !this.#placeFiles.includes(id)).map((id) => this.status(id));
  }

  citation(id: string): Citation | undefined {
    const { retrievedAt, vintage, shipped } = this.status(id);
    if (retrievedAt === undefined) return undefined;
    const synthetic = this.#open.get(id)?.meta.synthetic;
    return cite(this.#dataset(id), { retrievedAt, ...(vintage !== undefined && { vintage }), synthetic }, shipped);
  }

  /** The table in the package that answers this question in the place of what is loaded. */
  #table(dataset: Dataset, where: MirrorRow): Snapshot | undefined {
    const part = dataset.parts && where[dataset.parts.column];
    const table = shippedInstead(dataset, this.#open.get(dataset.id)?.meta, part);
    return table && openShipped(dataset, table);
  }

  #ask<T>(
    id: string,
    read: (snapshot: Snapshot, dataset: Dataset) => { rows: readonly T[]; cut: boolean },
    where: MirrorRow = {},
  ): Lookup<readonly T[]> {
    const dataset = this.#dataset(id);
    const status = this.status(id);
    let table: Snapshot | undefined;
    try {
      table = this.#table(dataset, where);
    } catch {
      return { state: 'unavailable', source: dataset.title, reason: 'the table in the package cannot be read' };
    }
    const snapshot = table ?? this.#open.get(id);
    const citation = snapshot && cite(dataset, snapshot.meta, table !== undefined);
    if (!snapshot || !citation || status.state === 'missing' || status.state === 'unavailable') {
      const reason = absenceOf(dataset, status, partIn(dataset, where), this.#supply, this.#clock());
      return { state: 'unavailable', source: dataset.title, reason: `mirror ${status.state}: ${reason}` };
    }
    freshen(dataset, status, partIn(dataset, where), this.#supply, this.#clock());
    let result: { rows: readonly T[]; cut: boolean };
    try {
      result = read(snapshot, dataset);
    } catch {
      return { state: 'unavailable', source: dataset.title, reason: 'the mirrored file cannot be read; load it again' };
    }
    const { rows, cut } = result;
    const partIsWhole = table !== undefined && dataset.parts !== undefined && dataset.parts.column in where;
    if (status.state === 'stale' && !partIsWhole)
      return { state: 'stale', data: rows, citation, reason: status.reason ?? 'stale copy' };
    if (cut) return { state: 'partial', data: rows, citation, reason: `the first ${rows.length} rows; more match` };
    if (status.state === 'partial' && !partIsWhole) {
      const reason = status.reason ?? 'not every part is loaded';
      return { state: 'partial', data: rows, citation, reason, missing: 'parts' };
    }
    return rows.length > 0 ? { state: 'found', data: rows, citation } : { state: 'empty', citation };
  }

  rows(id: string, where: MirrorRow, options: Selection = {}): Lookup<readonly MirrorRow[]> {
    const clauses = (dataset: Dataset) => [{ sql: equalTo(dataset, where), values: Object.values(where) }];
    return this.#ask(id, ({ db }, dataset) => selected(db, dataset, clauses(dataset), options), where);
  }

  matching(id: string, conditions: readonly Condition[], options: Selection = {}): Lookup<readonly MirrorRow[]> {
    return this.#ask(id, ({ db }, dataset) => {
      const clauses = conditions.map((one) => sqlOf(one, quoted(known(dataset, one.column))));
      return selected(db, dataset, clauses, options);
    });
  }

  near(
    id: string,
    point: GeoPoint,
    radiusMeters: number,
    options: { limit?: number; where?: MirrorRow } = {},
  ): Lookup<readonly (MirrorRow & { distanceMeters: number })[]> {
    return this.#ask(id, ({ db }, dataset) => {
      const at = pointOf(dataset);
      if (!at) throw new Error(`${id} has no point columns`);
      const limit = options.limit ?? defaultLimit;
      const { box, ranges } = cellRanges(point, radiusMeters);
      const [west, south, east, north] = box;
      const where = equalTo(dataset, options.where ?? {});
      const statement = db.prepare(
        `SELECT ${columnsOf(dataset)} FROM data WHERE cell BETWEEN ? AND ? AND ${quoted(at.latitude)} BETWEEN ? AND ?
         AND ${quoted(at.longitude)} BETWEEN ? AND ?${where && ` AND ${where}`}`,
      );
      const values = Object.values(options.where ?? {});
      const found: (MirrorRow & { distanceMeters: number })[] = [];
      for (const [low, high] of ranges) {
        for (const row of statement.all(low, high, south, north, west, east, ...values) as MirrorRow[]) {
          const there = { latitude: Number(row[at.latitude]), longitude: Number(row[at.longitude]) };
          const distance = distanceMeters(point, there);
          if (distance <= radiusMeters) found.push({ ...row, distanceMeters: Math.round(distance) });
        }
      }
      found.sort((a, b) => a.distanceMeters - b.distanceMeters);
      return { rows: found.slice(0, limit), cut: found.length > limit };
    });
  }

  containing(id: string, point: GeoPoint, where: MirrorRow = {}): Lookup<readonly MirrorRow[]> {
    return this.#ask(
      id,
      ({ db }, dataset) => {
        const equal = equalTo(dataset, where);
        const candidates = db
          .prepare(
            `SELECT ${columnsOf(dataset)}, geom FROM data
             WHERE west <= ? AND east >= ? AND south <= ? AND north >= ?${equal && ` AND ${equal}`}`,
          )
          .all(point.longitude, point.longitude, point.latitude, point.latitude, ...Object.values(where));
        const rows = (candidates as (MirrorRow & { geom: unknown })[])
          .filter(({ geom }) => holdsPoint(decodePolygon(geom as unknown as Uint8Array), point))
          .map(({ geom: _, ...row }) => row as MirrorRow);
        return { rows, cut: false };
      },
      where,
    );
  }

  valuesOf(id: string, column: string, where: MirrorRow = {}): Lookup<readonly MirrorCell[]> {
    return this.#ask(
      id,
      ({ db }, dataset) => {
        const wanted = quoted(known(dataset, column));
        const condition = equalTo(dataset, where);
        const found = db
          .prepare(`SELECT DISTINCT ${wanted} AS value FROM data${condition && ` WHERE ${condition}`} ORDER BY value`)
          .all(...Object.values(where)) as { value: MirrorCell }[];
        return { rows: found.map(({ value }) => value), cut: false };
      },
      where,
    );
  }

  close(): void {
    for (const snapshot of this.#open.values()) snapshot?.db.close();
    this.#open.clear();
  }
}

/** The part that a question is confined to; undefined where it goes over all of them. */
function partIn({ parts }: Dataset, where: MirrorRow): string | undefined {
  const part = parts && where[parts.column];
  return typeof part === 'string' ? part : undefined;
}

/** Conditions of equality, a mark for each value; empty without any. */
const equalTo = (dataset: Dataset, where: MirrorRow): string =>
  Object.keys(where)
    .map((column) => `${quoted(known(dataset, column))} IS ?`)
    .join(' AND ');

const columnsOf = ({ columns }: Dataset): string => Object.keys(columns).map(quoted).join(', ');

interface Selection {
  readonly limit?: number;
  readonly orderBy?: string;
  readonly descending?: boolean;
}

/** Rows that fulfill all clauses, one more than the limit where there are more. */
function selected(db: Sqlite, dataset: Dataset, clauses: readonly Clause[], options: Selection) {
  const { limit = defaultLimit, orderBy, descending } = options;
  const where = clauses.flatMap(({ sql }) => sql || []).join(' AND ');
  const order = orderBy === undefined ? '' : ` ORDER BY ${quoted(known(dataset, orderBy))}${descending ? ' DESC' : ''}`;
  const found = db
    .prepare(`SELECT ${columnsOf(dataset)} FROM data${where && ` WHERE ${where}`}${order} LIMIT ${limit + 1}`)
    .all(...clauses.flatMap(({ values }) => values)) as MirrorRow[];
  return { rows: found.slice(0, limit), cut: found.length > limit };
}

function known(dataset: Dataset, column: string): string {
  if (!(column in dataset.columns)) throw new Error(`${dataset.id} has no column ${column}`);
  return column;
}
