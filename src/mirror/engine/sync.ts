import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MirrorStatus } from '../../kernel/ports/mirror.ts';
import { type Dataset, howToLoad } from './dataset.ts';
import { type Loaded, type LoadOptions, loadDataset } from './load.ts';

/**
 * Fetches a file into `path`, going on where an earlier attempt stopped. The caller gets the whole file or an error:
 * a length that differs from what the source announced is an error.
 */
export type Download = (
  url: string,
  path: string,
  options: {
    signal: AbortSignal;
    /** The address is that of a page; elsewhere a page in the place of the file is an error. */
    isPage?: boolean;
    onProgress?: (bytes: number, total: number | undefined) => void;
  },
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

/** The newest of the file addresses that a page links, by the pattern of their names; undefined where none fits. */
export function newestListed(
  page: string,
  pageUrl: string,
  pattern: string,
  part: string | undefined,
): string | undefined {
  const name = new RegExp(`^${pattern.replaceAll('{part}', part ?? '')}$`);
  const links = [...page.matchAll(/href\s*=\s*["']([^"']+)["']/gi)].flatMap(([, href]) =>
    href !== undefined && URL.canParse(href, pageUrl) ? [new URL(href, pageUrl)] : [],
  );
  return links
    .filter(({ host, pathname }) => host === new URL(pageUrl).host && name.test(basename(pathname)))
    .map(({ href }) => href)
    .sort()
    .at(-1);
}

/** Address of the newest file of a dataset whose file names change; the page that lists them is read first. */
async function listedUrl(dataset: Dataset, pattern: string, folder: string, options: SyncOptions): Promise<string> {
  const page = join(folder, `${dataset.id}-listing.html`);
  rmSync(page, { force: true });
  try {
    await options.download(dataset.sourceUrl, page, { signal: options.signal, isPage: true });
    const url = newestListed(readFileSync(page, 'utf8'), dataset.sourceUrl, pattern, options.part);
    if (url === undefined) throw new Error(`${dataset.id}: ${dataset.sourceUrl} lists no file of that name`);
    return url;
  } finally {
    rmSync(page, { force: true });
  }
}

/**
 * What a sync of everything fetches of one dataset: all of it where it is missing, stale or broken, of one that is partly
 * loaded the parts that it lacks. `undefined` stands for a dataset that is one file.
 */
export function partsToSync(dataset: Dataset, { state, parts = [] }: MirrorStatus): readonly (string | undefined)[] {
  if (state === 'ready') return [];
  if (!dataset.parts) return [undefined];
  return state === 'partial' ? dataset.parts.whole.filter((part) => !parts.includes(part)) : dataset.parts.whole;
}

/**
 * Downloads the official file and loads it. The finished download is removed whether it could be loaded or not, so that a
 * bad file is not read again; an unfinished one is kept for the next try. Throws for a dataset that is loaded by hand.
 */
export async function syncDataset(dataset: Dataset, options: SyncOptions): Promise<Loaded> {
  if (dataset.byHand !== undefined) throw new Error(`${dataset.id} cannot be synced; ${howToLoad(dataset)}`);
  const direct = fileUrl(dataset, options.part);
  if ((direct.includes('{part}') || dataset.listed?.includes('{part}')) && options.part === undefined) {
    throw new Error(`${dataset.id} comes in parts; name one with --part (${dataset.parts?.whole.join(', ') ?? ''})`);
  }
  const folder = join(options.directory, 'downloads');
  mkdirSync(folder, { recursive: true });
  const url = dataset.listed === undefined ? direct : await listedUrl(dataset, dataset.listed, folder, options);
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
  try {
    return await loadDataset(dataset, whole, {
      directory: options.directory,
      retrievedAt: options.retrievedAt,
      sourceUrl: url,
      ...(options.part !== undefined && { part: options.part }),
      ...(options.vintage !== undefined && { vintage: options.vintage }),
      ...(options.onProgress && { onProgress: options.onProgress }),
    });
  } finally {
    rmSync(whole, { force: true });
  }
}
