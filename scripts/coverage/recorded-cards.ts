import { parse } from 'csv-parse/sync';
import { readDataFile } from '../../src/kernel/data-file.ts';

/** Ids of the cards with recorded answers (`data/corpus.csv`, which `npm run corpus -- --write` writes). */
export function readRecordedCards(): ReadonlySet<string> {
  const rows: Record<string, string>[] = parse(readDataFile('corpus.csv'), { columns: true });
  return new Set(rows.map(({ card = '' }) => card));
}
