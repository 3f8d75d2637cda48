import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '../../store/sqlite.ts';
import { openSqlite } from '../../store/sqlite.ts';

/** Provenance of a loaded snapshot, as its `meta` table keeps it. */
export interface SnapshotMeta {
  readonly vintage: string;
  readonly rows: number;
  readonly retrievedAt: string;
  readonly sha256: string;
  readonly sourceUrl: string;
  readonly parts: readonly string[];
  readonly leftOut: number;
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

/**
 * Opens the snapshot file of a dataset, and again after a load has renamed a new one over it.
 * Undefined where there is none; throws where the file cannot be read.
 */
export function currentSnapshot(path: string, known: Snapshot | undefined): Snapshot | undefined {
  const identity = identityOf(path);
  if (identity === undefined) {
    known?.db.close();
    return undefined;
  }
  if (known && known.identity === identity) return known;
  known?.db.close();
  const db = openSqlite(path, { readonly: true });
  const rows = db.prepare('SELECT key, value FROM meta').all() as { key: string; value: string }[];
  const meta = new Map(rows.map(({ key, value }) => [key, value]));
  const text = (key: string) => {
    const value = meta.get(key);
    if (value === undefined) throw new Error(`snapshot has no ${key}`);
    return value;
  };
  return {
    db,
    identity,
    meta: {
      vintage: text('vintage'),
      rows: Number(text('rows')),
      retrievedAt: text('retrievedAt'),
      sha256: text('sha256'),
      sourceUrl: text('sourceUrl'),
      parts: JSON.parse(text('parts')) as string[],
      leftOut: Number(text('leftOut')),
      synthetic: meta.get('synthetic') === 'true',
      ...(meta.has('edition') && { edition: text('edition') }),
    },
  };
}
