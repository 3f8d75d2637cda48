import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Judged } from './corpus.ts';

/** A recording that is known to be read wrong, and why. */
export interface KnownWrong {
  readonly recording: string;
  /** Ids of the findings. */
  readonly finding: string;
  /** The fields that are wrong, in any row. */
  readonly fields: string;
  readonly cause: string;
}

const lines: readonly KnownWrong[] = parse(readFileSync(join(import.meta.dirname, 'known-wrong.csv')), {
  columns: true,
});
const published = 'published ';

/** What readers read wrong. */
export const knownWrong = lines.filter(({ recording }) => !recording.startsWith(published));

/** Files that are read right, or not, and that a tool publishes otherwise. */
export const publishedWrong: ReadonlySet<string> = new Set(
  lines.flatMap(({ recording }) => (recording.startsWith(published) ? [recording.slice(published.length)] : [])),
);

/** The fields of a recording that were read wrong, each once, without the number of the row. */
export const fieldsOf = ({ faults }: Judged): string =>
  [...new Set(faults.map(({ field }) => field.replace(/^\d+\./, '')))].join(' ');
