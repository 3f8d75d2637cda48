import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { FileNotThere } from '../../kernel/file-not-there.ts';
import { KeyNotSet } from '../../kernel/key-not-set.ts';
import { OverBound } from '../../kernel/over-bound.ts';
import type { Download, KeyHeaders } from '../../kernel/ports/download.ts';
import { withYear } from './calendar.ts';
import { type Dataset, hostsOf, type Listing, type ListingStep } from './dataset.ts';

interface Listed {
  readonly url: string;
  /** ISO day that the file speaks of, where the listing says one. */
  readonly vintage?: string;
}

const found = '{found}';
const Row = z.record(z.string(), z.unknown());

/** ISO day out of "2025-12-31" or "December 31, 2025", whatever the time zone of this machine; undefined for other text. */
function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
  if (iso !== undefined) return iso;
  const time = Date.parse(`${value} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

function rowsOf(page: string, { url, rows }: ListingStep): readonly z.infer<typeof Row>[] {
  const { host } = new URL(url);
  let json: unknown;
  try {
    json = JSON.parse(page);
  } catch {
    throw new FileNotThere(`${host} answered with a page instead of its listing`);
  }
  const parsed = z.object({ [rows]: z.array(Row) }).safeParse(json);
  if (!parsed.success) throw new Error(`${host}: the listing is not of the expected form`);
  return parsed.data[rows] as readonly z.infer<typeof Row>[];
}

const fits = (row: z.infer<typeof Row>, where: ListingStep['where']) =>
  Object.entries(where).every(([field, pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(String(row[field] ?? '')));

/** What a step takes of the newest row that fits. Throws a `FileNotThere` where none does. */
function takeOf(page: string, step: ListingStep): { readonly taken: string; readonly day: string | undefined } {
  const rows = rowsOf(page, step)
    .filter((row) => fits(row, step.where))
    .map((row) => ({ row, day: step.newest === undefined ? undefined : dayOf(row[step.newest]) }))
    .filter(({ day }) => step.newest === undefined || day !== undefined)
    .toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? '', 'en'));
  const [first] = rows;
  const { host } = new URL(step.url);
  if (!first) throw new FileNotThere(`${host} lists no such file`);
  const taken = first.row[step.take];
  if ((typeof taken !== 'string' && typeof taken !== 'number') || !/^[\w.-]+$/.test(String(taken)))
    throw new Error(`${host}: the listing is not of the expected form`);
  return { taken: String(taken), day: first.day };
}

/** Follows a way over its listings. `read`: brings the text of one of them. */
export async function followListing({ steps, file }: Listing, read: (url: string) => Promise<string>): Promise<Listed> {
  let taken = '';
  let vintage: string | undefined;
  for (const step of steps) {
    const page = await read(step.url.replaceAll(found, encodeURIComponent(taken)));
    const next = takeOf(page, step);
    taken = next.taken;
    vintage = next.day ?? vintage;
  }
  const url = file.replaceAll(found, encodeURIComponent(taken));
  return { url, ...(vintage !== undefined && { vintage }) };
}

interface Fetching {
  readonly download: Download;
  readonly signal: AbortSignal;
}

interface Reading extends Fetching {
  readonly hosts: readonly string[];
}

export interface Named {
  readonly part?: string | undefined;
  readonly year?: number | undefined;
  readonly cycle?: string | undefined;
}

/** An address with its placeholders filled in, all but `{offset}`. */
export function fillAddress(address: string, { part, year, cycle }: Named): string {
  const named = year === undefined ? address : withYear(address, year);
  const short = part ?? (year === undefined ? undefined : String(year));
  return named
    .replaceAll('{cycle}', cycle ?? '{cycle}')
    .replaceAll('{part}', part === undefined ? '{part}' : encodeURIComponent(part))
    .replaceAll('{yy}', short === undefined ? '{yy}' : short.slice(-2));
}

interface Link {
  readonly name: string;
  readonly url: URL;
}

const linksOf = (page: string, pageUrl: string): readonly Link[] =>
  [...page.matchAll(/href\s*=\s*["']([^"']+)["']/gi)].flatMap(([, href]) => {
    if (href === undefined || !URL.canParse(href, pageUrl)) return [];
    const url = new URL(href, pageUrl);
    return [{ name: basename(url.pathname), url }];
  });

const FilesSchema = z.object({ files: z.array(z.object({ name: z.string(), url: z.url() })) });

/** Files that a catalog lists as JSON (ScienceBase: `files`, each with `name` and `url`); undefined where it is none. */
function filesOf(page: string): readonly Link[] | undefined {
  if (!page.trimStart().startsWith('{')) return undefined;
  const parsed = FilesSchema.safeParse(JSON.parse(page));
  return parsed.success ? parsed.data.files.map(({ name, url }) => ({ name, url: new URL(url) })) : [];
}

/**
 * The newest of the files that a listing links, by the pattern of their names; undefined where none fits. Links to other
 * hosts than `host` count for nothing.
 */
export function newestListed(
  page: string,
  pageUrl: string,
  pattern: string,
  named: Named,
  host: string = new URL(pageUrl).host,
): string | undefined {
  const name = new RegExp(`^${fillAddress(pattern, named)}$`, 'i');
  const links = filesOf(page) ?? linksOf(page, pageUrl);
  return links
    .filter((link) => link.url.host === host && name.test(link.name))
    .map(({ url }) => url.href)
    .sort()
    .at(-1);
}

export interface FileAddress extends Listed {
  readonly key?: KeyHeaders;
}

const maxPageBytes = 20e6;

/** Text of a page, which is not kept. */
async function readPage(
  url: string,
  name: string,
  folder: string,
  { download, signal, hosts }: Reading,
  key?: KeyHeaders,
) {
  const page = join(folder, `${name}-listing.html`);
  rmSync(page, { force: true });
  try {
    await download(url, page, { signal, hosts, isPage: true, maxBytes: maxPageBytes, ...(key && { key }) });
    return readFileSync(page, 'utf8');
  } finally {
    rmSync(page, { force: true });
  }
}

const pauseMs = 1_000;

/** Whether a file is not to be had, which trying again would not change. */
export const isAbsence = (error: unknown) => error instanceof FileNotThere || error instanceof KeyNotSet;

/** Tries a second time what failed, unless trying again would not change it. */
async function twice<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (signal.aborted || isAbsence(error) || error instanceof OverBound) throw error;
    await pause(pauseMs, undefined, { signal });
    return read();
  }
}

/** Address of the newest file of a dataset whose file names change; the page that lists them is read first. */
async function listedUrl(
  { id, listedHost }: Dataset,
  list: { readonly url: string; readonly pattern: string },
  named: Named,
  folder: string,
  options: Reading,
): Promise<string> {
  const page = await readPage(list.url, `${id}-${named.part ?? 'all'}`, folder, options);
  const url = newestListed(page, list.url, list.pattern, named, listedHost);
  if (url === undefined) throw new FileNotThere(`${id}: ${list.url} lists no file of that name`);
  return url;
}

/**
 * Ways to the address of one edition, in the order in which they are tried: listings in JSON, or the dataset's own
 * address, or the newest file that its page links; then the further addresses.
 */
export function addressesOf(
  dataset: Dataset,
  named: Named,
  folder: string,
  fetching: Fetching,
): readonly (() => Promise<FileAddress>)[] {
  const options = { ...fetching, hosts: hostsOf(dataset) };
  const { id, listed: pattern, listings, sourceUrl, alsoAt = [] } = dataset;
  const url = fillAddress(sourceUrl, named);
  const own = async () => ({
    url: pattern === undefined ? url : await listedUrl(dataset, { url, pattern }, named, folder, options),
  });
  const overListings = listings?.map((listing) => async () => {
    const { key } = listing;
    const read = (address: string) => readPage(address, id, folder, options, key);
    // several questions in a row: one that fails does not send the whole way back to its begin
    const found = await followListing(listing, (address) => twice(() => read(address), options.signal));
    return { ...found, ...(key && { key }) };
  });
  return [...(overListings ?? [own]), ...alsoAt.map((address) => async () => ({ url: fillAddress(address, named) }))];
}
