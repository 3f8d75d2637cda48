import type { Dataset } from './dataset.ts';
import { OldForm, readSnapshot } from './snapshot.ts';

export interface Verified {
  readonly state: 'whole' | 'broken' | 'missing';
  readonly reason?: string;
}

/** Holds a loaded snapshot against its own record: SQLite's integrity check, row count, and every column of the dataset. */
export function verifyDataset(dataset: Dataset, directory: string): Verified {
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
