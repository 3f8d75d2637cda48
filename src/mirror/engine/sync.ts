import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defined } from '../../kernel/defined.ts';
import { FileNotThere } from '../../kernel/file-not-there.ts';
import { type Bound, OverBound } from '../../kernel/over-bound.ts';
import type { Download } from '../../kernel/ports/download.ts';
import type { MirrorStatus } from '../../kernel/ports/mirror.ts';
import { addressesOf, type FileAddress, isAbsence, type Named } from './address.ts';
import { boundsOf } from './bounds.ts';
import { cyclesToTry, earlyPart, wholeParts, yearsToTry } from './calendar.ts';
import { type Dataset, hostsOf, howToLoad, wayOut } from './dataset.ts';
import { type Loaded, type LoadOptions, loadDataset } from './load.ts';
import { loadedMeta } from './snapshot.ts';

/** As {@link loadDataset}; rejects with the signal's reason where that comes first. */
export type Load = (
  dataset: Dataset,
  paths: readonly string[],
  options: LoadOptions,
  signal: AbortSignal,
) => Promise<Loaded>;

/** How datasets get into the folder of the mirror. */
export interface SyncPorts extends Pick<LoadOptions, 'directory'> {
  readonly download: Download;
  /** {@link loadDataset} in this process where absent. */
  readonly load?: Load;
  /** A file was given up. */
  readonly onOverBound?: (event: { readonly dataset: string; readonly bound: Bound }) => void;
}

export interface SyncOptions extends SyncPorts, Pick<LoadOptions, 'retrievedAt' | 'onProgress'> {
  readonly part?: string;
  readonly vintage?: string;
  /** The newest edition is looked for even where parts of another one are loaded. */
  readonly anew?: boolean;
  readonly signal: AbortSignal;
  /** Bytes above which nothing is downloaded, whatever the dataset announces. */
  readonly maxBytes?: number;
  readonly onDownload?: (bytes: number, total: number | undefined) => void;
}

/**
 * What a sync of everything fetches of one dataset: all of it where it is missing, stale or broken, of one that is partly
 * loaded the parts that it lacks. `undefined` stands for a dataset that is one file.
 */
export function partsToSync(
  dataset: Dataset,
  { state, parts = [] }: MirrorStatus,
  now: Date,
): readonly (string | undefined)[] {
  if (state === 'ready') return [];
  if (!dataset.parts) return [undefined];
  const whole = wholeParts(dataset, now);
  return state === 'partial' ? whole.filter((part) => !parts.includes(part)) : whole;
}

/** A part that may have come out before its day and is not loaded; a sync that does not find it has not failed. */
export function partToTry(dataset: Dataset, { parts = [] }: MirrorStatus, now: Date): string | undefined {
  const early = earlyPart(dataset, now);
  return early === undefined || parts.includes(early) ? undefined : early;
}

/** Editions whose file is looked for, in this order; one without a name where the address names none. */
function editionsToTry(dataset: Dataset, options: SyncOptions): readonly Omit<Named, 'part'>[] {
  if (!options.anew && dataset.parts && dataset.editions) {
    // further parts of a snapshot are of the year of the others
    const { edition } = loadedMeta(options.directory, dataset) ?? {};
    if (edition !== undefined) return [{ year: Number(edition) }];
  }
  const now = new Date(options.retrievedAt);
  const named = [
    ...yearsToTry(dataset, now).map((year) => ({ year })),
    ...cyclesToTry(dataset, now).map((cycle) => ({ cycle })),
  ];
  return named.length > 0 ? named : [{}];
}

interface Fetched extends FileAddress {
  readonly files: readonly string[];
  readonly synthetic: boolean;
  readonly year: number | undefined;
}

const offset = '{offset}';

async function fetchAddress(
  dataset: Dataset,
  { url, key }: FileAddress,
  options: SyncOptions,
): Promise<Pick<Fetched, 'files' | 'synthetic'>> {
  const { endsAfter } = dataset;
  const folder = join(options.directory, 'downloads');
  const name = `${dataset.id}-${options.part ?? 'all'}-${nameOf(new URL(url), dataset)}`;
  const files: string[] = [];
  let synthetic = false;
  let maxBytes = Math.min(boundsOf(dataset).downloadBytes, options.maxBytes ?? Number.POSITIVE_INFINITY);
  for (let at = 0; ; at += dataset.pages?.size ?? 0) {
    const whole = join(folder, dataset.pages ? `${name}-${at}` : name);
    if (!existsSync(whole)) {
      const unfinished = `${whole}.part`;
      const { synthetic: fake = false } = await options
        .download(url.replaceAll(offset, String(at)), unfinished, {
          signal: options.signal,
          maxBytes,
          hosts: hostsOf(dataset),
          ...defined({ key, endsAfter, onProgress: options.onDownload }),
        })
        .catch((error: unknown) => {
          if (error instanceof OverBound) remove(files);
          throw error;
        });
      synthetic ||= fake;
      renameSync(unfinished, whole);
    }
    files.push(whole);
    maxBytes -= statSync(whole).size;
    if (!dataset.pages || featuresIn(whole) < dataset.pages.size) return { files, synthetic };
  }
}

function remove(files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true });
}

/** Name of the downloaded file: where listings lead to it, its address ends in numbers, all of which tell it apart. */
const nameOf = ({ pathname }: URL, { listings }: Dataset) =>
  (listings ? pathname.slice(1).replaceAll('/', '-') : basename(pathname)) || 'file';

/** Features of a page of GeoJSON; none where it is something else, so that no page follows it. */
function featuresIn(path: string): number {
  try {
    const { features } = JSON.parse(readFileSync(path, 'utf8')) as { features?: unknown };
    return Array.isArray(features) ? features.length : 0;
  } catch {
    return 0;
  }
}

/** The newest edition that is to be had, from the first address that has it. Throws what kept it, not that others had none. */
async function fetchNewest(dataset: Dataset, options: SyncOptions): Promise<Fetched> {
  const absences: unknown[] = [];
  for (const edition of editionsToTry(dataset, options)) {
    const failures: unknown[] = [];
    const named = { part: options.part, ...edition };
    for (const way of addressesOf(dataset, named, join(options.directory, 'downloads'), options)) {
      try {
        const address = await way();
        return { ...address, year: edition.year, ...(await fetchAddress(dataset, address, options)) };
      } catch (error) {
        if (options.signal.aborted) throw error;
        (isAbsence(error) ? absences : failures).push(error);
      }
    }
    // an older edition stands in for one that is not out, never for one whose server is down
    if (failures.length > 0) throw failures[0];
  }
  throw absences.find((error) => error instanceof FileNotThere) ?? absences[0];
}

/** The same failure with what an operator can do about it, where something is known. */
function withWayOut(error: unknown, dataset: Dataset): unknown {
  const way = wayOut(dataset);
  if (way === undefined || !(error instanceof Error)) return error;
  const said = `${error.message}; ${way}`;
  if (error instanceof OverBound) return new OverBound(error.bound, said);
  return error instanceof FileNotThere ? new FileNotThere(said) : new Error(said, { cause: error });
}

/**
 * Downloads the official file and loads it. The finished download is removed whether it could be loaded or not, so that a
 * bad file is not read again; an unfinished one is kept for the next try, unless it went over a bound (`OverBound`). Throws for a dataset that is loaded by hand, and
 * a `FileNotThere` where the publisher has no such file.
 */
export async function syncDataset(dataset: Dataset, options: SyncOptions): Promise<Loaded> {
  if (dataset.byHand !== undefined) throw new Error(`${dataset.id} cannot be synced; ${howToLoad(dataset)}`);
  if (dataset.parts && options.part === undefined) {
    const named = wholeParts(dataset, new Date(options.retrievedAt)).join(', ');
    throw new Error(`${dataset.id} comes in parts; name one with --part (${named})`);
  }
  mkdirSync(join(options.directory, 'downloads'), { recursive: true });
  try {
    return await fetchAndLoad(dataset, options);
  } catch (error) {
    if (error instanceof OverBound) options.onOverBound?.({ dataset: dataset.id, bound: error.bound });
    throw error;
  }
}

async function fetchAndLoad(dataset: Dataset, options: SyncOptions): Promise<Loaded> {
  const { url, files, synthetic, year, vintage } = await fetchNewest(dataset, options).catch((error: unknown) => {
    throw options.signal.aborted ? error : withWayOut(error, dataset);
  });
  try {
    const load = options.load ?? loadDataset;
    const how = {
      directory: options.directory,
      retrievedAt: options.retrievedAt,
      sourceUrl: url,
      synthetic,
      bounds: boundsOf(dataset),
      ...(year !== undefined && { edition: String(year) }),
      ...defined({ part: options.part, vintage: options.vintage ?? vintage, onProgress: options.onProgress }),
    };
    return await load(dataset, files, how, options.signal);
  } finally {
    remove(files);
  }
}
