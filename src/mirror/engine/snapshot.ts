import { statSync } from 'node:fs';
import { join } from 'node:path';
import { mirrorType } from '../../fields/table.ts';
import type { Sqlite } from '../../store/sqlite.ts';
import { openSqlite } from '../../store/sqlite.ts';
import { type Dataset, pointOf } from './dataset.ts';

/** Values of one field that were refused for one reason (a code of `Refusal`). */
export interface RefusedValues {
  readonly field: string;
  readonly why: string;
  readonly count: number;
}

/** Provenance of a loaded snapshot, as its `meta` table keeps it. */
export interface SnapshotMeta {
  readonly vintage: string;
  readonly rows: number;
  readonly retrievedAt: string;
  readonly sha256: string;
  readonly sourceUrl: string;
  readonly parts: readonly string[];
  readonly leftOut: number;
  /** Values that broke the rules of their fields and were not stored. */
  readonly refused: readonly RefusedValues[];
  readonly synthetic: boolean;
  /** Year of the edition, where the address of the file names it. */
  readonly edition?: string;
}

export interface Snapshot {
  readonly db: Sqlite;
  readonly meta: SnapshotMeta;
  readonly identity: string;
}

export function snapshotPath(directory: string, dataset: string): string {
  return join(directory, `${dataset}.sqlite`);
}

const identityOf = (path: string): string | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat && `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
};

/** A snapshot that was loaded when its dataset had other columns: it has to be loaded again. */
export class OldForm extends Error {
  override readonly name = 'OldForm';
}

/**
 * Columns of the table of a dataset in order, those for positions and polygons included, with their types: that of SQLite
 * and that of the field (`TEXT day`), so that a copy with another form of a value is told apart.
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

function throwIfOld(db: Sqlite, dataset: Dataset): void {
  const form = (columns: readonly { name: string; type: string }[]) =>
    columns.map(({ name, type }) => `${name} ${type}`).join('\n');
  const there = db.prepare('PRAGMA table_info(data)').all() as { name: string; type: string }[];
  if (form(there) !== form(tableColumns(dataset))) throw new OldForm(`${dataset.id} was loaded with other columns`);
}

/** The snapshot of a dataset as its file is, to be closed by the caller. As {@link currentSnapshot} otherwise. */
export const readSnapshot = (directory: string, dataset: Dataset): Snapshot | undefined =>
  currentSnapshot(snapshotPath(directory, dataset.id), undefined, dataset);

/**
 * Opens the snapshot file of a dataset, and again after a load has renamed a new one over it.
 * Undefined where there is none; throws where the file cannot be read, and an `OldForm` where it has not the columns of
 * the dataset.
 */
export function currentSnapshot(path: string, known: Snapshot | undefined, dataset: Dataset): Snapshot | undefined {
  const identity = identityOf(path);
  if (identity === undefined) {
    known?.db.close();
    return undefined;
  }
  if (known && known.identity === identity) return known;
  known?.db.close();
  const db = openSqlite(path, { readonly: true });
  try {
    throwIfOld(db, dataset);
    return { db, identity, meta: metaOf(db) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Provenance that a snapshot keeps of itself. Throws where some of it is missing. */
function metaOf(db: Sqlite): SnapshotMeta {
  const rows = db.prepare('SELECT key, value FROM meta').all() as { key: string; value: string }[];
  const meta = new Map(rows.map(({ key, value }) => [key, value]));
  const text = (key: string) => {
    const value = meta.get(key);
    if (value === undefined) throw new Error(`snapshot has no ${key}`);
    return value;
  };
  return {
    vintage: text('vintage'),
    rows: Number(text('rows')),
    retrievedAt: text('retrievedAt'),
    sha256: text('sha256'),
    sourceUrl: text('sourceUrl'),
    parts: JSON.parse(text('parts')) as string[],
    leftOut: Number(text('leftOut')),
    refused: JSON.parse(text('refused')) as RefusedValues[],
    synthetic: meta.get('synthetic') === 'true',
    ...(meta.has('edition') && { edition: text('edition') }),
  };
}
