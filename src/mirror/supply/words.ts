import { type Dataset, howToLoad } from '../engine/dataset.ts';
import type { Failure } from './failures.ts';
import type { Progress } from './lock.ts';

/** What is being done, or will be, about a dataset that is not here. */
export type SupplyView =
  | ({ readonly state: 'fetching'; readonly retryAfterSeconds: number } & Progress)
  | { readonly state: 'failed'; readonly failure: Failure }
  /** The first question fetches it. */
  | { readonly state: 'at_first_need' }
  /** Only an operator brings it. */
  | { readonly state: 'by_command'; readonly why: string };

/** Megabytes of parts of a dataset, or of all of it, about; undefined where it is not known. */
export const megabytesOf = ({ megabytes }: Dataset, parts: readonly string[]): number | undefined =>
  megabytes === undefined ? undefined : megabytes * Math.max(1, parts.length);

/** Megabytes in few digits. */
export function megabyteWords(megabytes: number): string {
  if (megabytes < 0.1) return 'under 0.1 MB';
  return `${megabytes < 10 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} MB`;
}

/** Seconds as people say them, about. */
export function durationWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function progressWords({ bytes = 0, totalBytes }: Progress, megabytes: number | undefined): string {
  const total = totalBytes === undefined ? megabytes : totalBytes / 1e6;
  if (total === undefined) return '';
  const done = bytes > 0 ? `, ${Math.min(99, Math.floor((bytes / (total * 1e6)) * 100))} % done` : '';
  return ` (${megabyteWords(total)}${done})`;
}

/** Why data are not here, and what becomes of it. `megabytes`: of what is wanted, about. */
export function absenceWords(
  dataset: Dataset,
  view: SupplyView | undefined,
  now: Date,
  megabytes: number | undefined,
): string {
  switch (view?.state) {
    case undefined:
      return `not loaded: ${howToLoad(dataset)}`;
    case 'fetching':
      return `being fetched${progressWords(view, megabytes)}, again in about ${durationWords(view.retryAfterSeconds)}`;
    case 'failed': {
      const { at, reason, nextAt } = view.failure;
      const seconds = Math.max(1, (Date.parse(nextAt) - now.getTime()) / 1000);
      return `not loaded: was tried at ${at.slice(0, 10)} ${at.slice(11, 16)} UTC: ${reason}; next try in ${durationWords(seconds)}`;
    }
    case 'at_first_need':
      return `not loaded: the first question fetches it${megabytes === undefined ? '' : ` (about ${megabyteWords(megabytes)})`}`;
    case 'by_command':
      return `not loaded${view.why === '' ? '' : ` (${view.why})`}: ${howToLoad(dataset)}`;
  }
}
