import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Sqlite } from '../../store/sqlite.ts';
import { openSqlite } from '../../store/sqlite.ts';
import type { Dataset } from './dataset.ts';
import { tableColumns } from './table.ts';

const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(schema);

/** Values of one field that were refused for one reason (a code of `Refusal`). */
const RefusedSchema = z.object({ field: z.string(), why: z.string(), count: z.int() });
export type RefusedValues = z.output<typeof RefusedSchema>;

/** Provenance of a loaded snapshot, out of its `meta` table. */
const MetaSchema = z.object({
  vintage: z.string(),
  rows: z.coerce.number(),
  retrievedAt: z.string(),
  sha256: z.string(),
  sourceUrl: z.string(),
  parts: json(z.array(z.string()).readonly()),
  leftOut: z.coerce.number(),
  /** Values that broke the rules of their fields and were not stored. */
  refused: json(z.array(RefusedSchema).readonly()),
  synthetic: z.string().transform((text) => text === 'true'),
  edition: z.string().optional(),
});
export type SnapshotMeta = z.output<typeof MetaSchema>;

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

/** Provenance that a snapshot states of itself. Throws where some of it is missing. */
function metaOf(db: Sqlite): SnapshotMeta {
  const rows = db.prepare('SELECT key, value FROM meta').all() as { key: string; value: string }[];
  return MetaSchema.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}

/** Provenance of the loaded copy of a dataset; undefined where there is none that can be read. */
export function loadedMeta(directory: string, dataset: Dataset): SnapshotMeta | undefined {
  try {
    const snapshot = readSnapshot(directory, dataset);
    snapshot?.db.close();
    return snapshot?.meta;
  } catch {
    return undefined;
  }
}

/** Holds a loaded snapshot against its own record: SQLite's integrity check, row count, and every column of the dataset. */
export function verifyDataset(dataset: Dataset, directory: string) {
  try {
    const snapshot = readSnapshot(directory, dataset);
    if (!snapshot) return { state: 'missing', reason: 'not loaded' };
    const { db, meta } = snapshot;
    try {
      const check = db.prepare('PRAGMA quick_check').get() as { quick_check: string };
      if (check.quick_check !== 'ok') return { state: 'broken', reason: 'the file is damaged' };
      const { n } = db.prepare('SELECT count(*) AS n FROM data').get() as { n: number };
      if (n !== meta.rows) return { state: 'broken', reason: `${n} rows, ${meta.rows} recorded` };
      return { state: 'whole' };
    } finally {
      db.close();
    }
  } catch (error) {
    return {
      state: 'broken',
      reason: error instanceof OldForm ? `${error.message}; load it again` : 'the file cannot be read',
    };
  }
}
