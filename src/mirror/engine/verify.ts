import type { Dataset } from './dataset.ts';
import { currentSnapshot, snapshotPath } from './snapshot.ts';

export interface Verified {
  readonly state: 'whole' | 'broken' | 'missing';
  readonly reason?: string;
}

/** Holds a loaded snapshot against its own record: SQLite's integrity check, row count, and every column of the dataset. */
export function verifyDataset(dataset: Dataset, directory: string): Verified {
  try {
    const snapshot = currentSnapshot(snapshotPath(directory, dataset.id), undefined);
    if (!snapshot) return { state: 'missing', reason: 'not loaded' };
    const { db, meta } = snapshot;
    try {
      const check = db.prepare('PRAGMA quick_check').get() as { quick_check: string };
      if (check.quick_check !== 'ok') return { state: 'broken', reason: 'the file is damaged' };
      const { n } = db.prepare('SELECT count(*) AS n FROM data').get() as { n: number };
      if (n !== meta.rows) return { state: 'broken', reason: `${n} rows, ${meta.rows} recorded` };
      const columns = new Set(
        (db.prepare('PRAGMA table_info(data)').all() as { name: string }[]).map(({ name }) => name),
      );
      const lacking = Object.keys(dataset.columns).filter((column) => !columns.has(column));
      return lacking.length > 0
        ? { state: 'broken', reason: `columns missing: ${lacking.join(', ')}; load it again` }
        : { state: 'whole' };
    } finally {
      db.close();
    }
  } catch {
    return { state: 'broken', reason: 'the file cannot be read' };
  }
}
