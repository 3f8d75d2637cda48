import type { Dataset } from './dataset.ts';

/** Bytes that are taken of a file: three times what its dataset announces; no bound where it announces nothing. */
export const downloadBytesOf = ({ megabytes = Number.POSITIVE_INFINITY }: Pick<Dataset, 'megabytes'>): number =>
  megabytes * 3e6;
