import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Dataset } from './dataset.ts';
import { type Loaded, type LoadOptions, loadDataset } from './load.ts';

/**
 * Fetches a file into `path`, going on where an earlier attempt stopped. The caller gets the whole file or an error:
 * a length that differs from what the source announced is an error.
 */
export type Download = (
  url: string,
  path: string,
  options: { signal: AbortSignal; onProgress?: (bytes: number, total: number | undefined) => void },
) => Promise<{ bytes: number }>;

export interface SyncOptions extends Pick<LoadOptions, 'directory' | 'retrievedAt' | 'onProgress'> {
  readonly part?: string;
  readonly vintage?: string;
  readonly signal: AbortSignal;
  readonly download: Download;
  readonly onDownload?: (bytes: number, total: number | undefined) => void;
}

/** Official address of a dataset's file: `{part}` is the part, `{yy}` its last two characters. */
export function fileUrl(dataset: Dataset, part: string | undefined): string {
  if (part === undefined) return dataset.sourceUrl;
  return dataset.sourceUrl.replaceAll('{part}', encodeURIComponent(part)).replaceAll('{yy}', part.slice(-2));
}

/** Downloads the official file and loads it. The finished download is removed after the load; an unfinished one is kept for the next try. */
export async function syncDataset(dataset: Dataset, options: SyncOptions): Promise<Loaded> {
  const url = fileUrl(dataset, options.part);
  if (url.includes('{part}')) {
    throw new Error(`${dataset.id} comes in parts; name one with --part (${dataset.parts?.whole.join(', ') ?? ''})`);
  }
  const folder = join(options.directory, 'downloads');
  mkdirSync(folder, { recursive: true });
  const name = `${dataset.id}-${options.part ?? 'all'}-${basename(new URL(url).pathname) || 'file'}`;
  const whole = join(folder, name);
  const unfinished = `${whole}.part`;
  if (!existsSync(whole)) {
    await options.download(url, unfinished, {
      signal: options.signal,
      ...(options.onDownload && { onProgress: options.onDownload }),
    });
    renameSync(unfinished, whole);
  }
  const loaded = await loadDataset(dataset, whole, {
    directory: options.directory,
    retrievedAt: options.retrievedAt,
    sourceUrl: url,
    ...(options.part !== undefined && { part: options.part }),
    ...(options.vintage !== undefined && { vintage: options.vintage }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
  rmSync(whole, { force: true });
  return loaded;
}
