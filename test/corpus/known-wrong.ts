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

export const knownWrong: readonly KnownWrong[] = parse(readFileSync(join(import.meta.dirname, 'known-wrong.csv')), {
  columns: true,
});

/** The fields of a recording that were read wrong, each once, without the number of the row. */
export const fieldsOf = ({ faults }: Judged): string =>
  [...new Set(faults.map(({ field }) => field.replace(/^\d+\./, '')))].join(' ');
