import type { Dataset } from './dataset.ts';

/** What a file and the work on it may come to. */
export interface Bounds {
  /** Of the downloaded file, all pages together. */
  readonly downloadBytes: number;
  /** Of what is read out of an archive or a workbook. */
  readonly unfoldedBytes: number;
  readonly rows: number;
  readonly ms: number;
  readonly heapMegabytes: number;
}

/** For each megabyte that a dataset announces; a file unfolds to about ten times its size. */
const perMegabyte = { downloadBytes: 3e6, unfoldedBytes: 100e6, rows: 400_000, ms: 5_000 };
const startMs = 60_000;
const heapMegabytes = 384;
/** Of a dataset that announces nothing; its download has no bound of its own. */
const usualMegabytes = 50;

/** The bounds of a dataset, by the size that it announces. */
export function boundsOf({ megabytes }: Pick<Dataset, 'megabytes'>): Bounds {
  const size = megabytes ?? usualMegabytes;
  return {
    downloadBytes: megabytes === undefined ? Number.POSITIVE_INFINITY : size * perMegabyte.downloadBytes,
    unfoldedBytes: size * perMegabyte.unfoldedBytes,
    rows: size * perMegabyte.rows,
    ms: startMs + size * perMegabyte.ms,
    heapMegabytes,
  };
}
