import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileNotThere } from '../../kernel/file-not-there.ts';
import { KeyNotSet } from '../../kernel/key-not-set.ts';
import { OverBound } from '../../kernel/over-bound.ts';
import type { Download, FileOptions } from '../../kernel/ports/download.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { cutBehind } from './line-end.ts';
import { privateAddressCode } from './private-addresses.ts';
import { createTransport, type Opened, syntheticHeader } from './transport.ts';

interface DownloadOptions {
  /** See {@link createTransport}. */
  readonly proxy?: string | undefined;
  /** Product, version and contact. */
  readonly userAgent: string;
  readonly log: Log;
  readonly clock: () => Date;
  readonly keys?: Readonly<Record<string, string>>;
  /** Milliseconds without a byte after which a download is given up; a minute where absent. */
  readonly idleMs?: number;
}

interface HowToOpen extends Required<Pick<FileOptions, 'isPage' | 'signal'>> {
  /** Hosts of the first address and of its card. */
  readonly hosts: readonly string[];
  /** Headers with a key, for the host that was queried alone. */
  readonly signed: Readonly<Record<string, string>>;
}

/** What tells two editions of a file apart; kept beside an unfinished one. */
interface Edition {
  readonly url: string;
  readonly mark: string;
}

const editionOf = (path: string) => `${path}.edition`;

function readEdition(path: string): Edition | undefined {
  try {
    return JSON.parse(readFileSync(editionOf(path), 'utf8')) as Edition;
  } catch {
    return undefined;
  }
}

/** Whether a reply goes on where a download stopped; true where none did. Throws for a part that was not requested. */
function goesOn(reply: Opened, started: ReturnType<typeof resumable>, { host }: URL): boolean {
  const { from } = extent(reply);
  if (from > 0 && from !== started?.from) throw new Error(`${host} sent another part than was requested`);
  return started === undefined || from === started.from;
}

function keepEdition(path: string, url: URL, reply: Opened): void {
  const mark = reply.header('etag') ?? reply.header('last-modified');
  if (mark) writeFileSync(editionOf(path), JSON.stringify({ url: url.href, mark } satisfies Edition));
  else rmSync(editionOf(path), { force: true });
}

/** Where the bytes of a reply begin, and how long the file is. */
function extent(reply: Opened): { from: number; total: number | undefined } {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(reply.header('content-range') ?? '');
  if (reply.status === 206 && range) {
    return { from: Number(range[1]), total: range[2] === '*' ? undefined : Number(range[2]) };
  }
  const length = reply.header('content-length');
  return { from: 0, total: length === undefined ? undefined : Number(length) };
}

/**
 * Writes what a reply brings, behind what is there already where it goes on with it. `isCut`: it ended where it was to end,
 * before what the source announced.
 */
async function save(
  reply: Opened,
  path: string,
  { signal, endsAfter }: Pick<FileOptions, 'signal' | 'endsAfter'>,
  onBytes: (had: number) => void,
) {
  let bytes = extent(reply).from;
  let isCut = false;
  const flags = bytes > 0 ? 'a' : 'w';
  const cutter = endsAfter === undefined ? undefined : cutBehind(endsAfter);
  const count = (chunk: Uint8Array) => {
    bytes += chunk.length;
    onBytes(bytes);
    return chunk;
  };
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      const { kept, ended } = cutter?.take(chunk) ?? { kept: chunk, ended: false };
      if (kept.length > 0) yield count(kept);
      isCut = ended;
      if (ended) return;
    }
    const rest = cutter?.rest() ?? new Uint8Array();
    if (rest.length > 0) yield count(rest);
  };
  // opened first: a stream that opens it later could create the file after its caller has removed it for a failure
  const file = await openFile(path, flags);
  await pipeline(Readable.from(counted(reply.body)), file.createWriteStream(), { signal });
  return { bytes, isCut };
}

/** Throws where a file is empty, or of another length than was announced. */
function checkLength(bytes: number, announced: number | undefined, { host }: URL): void {
  if (bytes === 0) throw new Error(`${host} sent an empty file`);
  if (announced !== undefined && bytes !== announced) throw new Error(`${host} sent ${bytes} of ${announced} bytes`);
}

/** Throws where a file is larger than it may be. */
function checkBound(bytes: number, maxBytes: number | undefined, { host }: URL): void {
  if (maxBytes === undefined || bytes <= maxBytes) return;
  const [sent, most] = [bytes, maxBytes].map((count) => Number((count / 1e6).toPrecision(2)));
  throw new OverBound('download', `${host} sends ${sent} MB or more, over the bound of ${most} MB`);
}

/** Headers that carry a key. Throws a `KeyNotSet` where its setting is empty. */
function signedWith(key: FileOptions['key'], keys: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!key) return {};
  const value = keys[key.setting];
  if (!value) throw new KeyNotSet(key.setting);
  const last = key.headers.length - 1;
  const parts = value.split(':');
  const texts = key.headers.map((_, at) => (at < last ? parts[at] : parts.slice(last).join(':')) ?? '');
  if (texts.includes('')) throw new Error(`setting ${key.setting}: takes ${key.headers.join(':')}`);
  return Object.fromEntries(key.headers.map((name, at) => [name, texts[at] ?? '']));
}

/** Bytes of an unfinished file of the same address that can be gone on with. */
function resumable(path: string, url: URL): { from: number; edition: Edition } | undefined {
  const edition = readEdition(path);
  const from = existsSync(path) ? statSync(path).size : 0;
  return edition?.url === url.href && from > 0 ? { from, edition } : undefined;
}

/**
 * Downloads of bulk files: any size, straight to disk, going on after an interruption where the source still has
 * the same edition. The caller gets the whole file or an error; an unfinished file stays for the next try, unless it was
 * given up for its size.
 */
export function createDownload(options: DownloadOptions): Download {
  const { log, idleMs = 60_000 } = options;
  const transport = createTransport({
    proxy: options.proxy,
    clock: options.clock,
    connectTimeoutMs: 10_000,
    degradedConnectTimeoutMs: 10_000,
  });

  const headers = { 'user-agent': options.userAgent, accept: '*/*', 'accept-encoding': 'identity' };
  const isFake = (reply: Opened) => options.proxy !== undefined && reply.header(syntheticHeader) !== undefined;

  return async (address, path, { signal, isPage = false, hosts = [], key, endsAfter, maxBytes, onProgress }) => {
    const url = new URL(address);
    const signed = signedWith(key, options.keys ?? {});
    const idle = new AbortController();
    let timer = setTimeout(() => idle.abort(), idleMs);
    const stillAlive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), idleMs);
    };
    const ended = AbortSignal.any([signal, idle.signal]);
    try {
      const started = endsAfter === undefined ? resumable(path, url) : undefined;
      const reply = await open(url, started, { isPage, signal: ended, signed, hosts: [url.host, ...hosts] });
      const announced = extent(reply).total;
      const total = endsAfter === undefined ? announced : undefined;
      if (!goesOn(reply, started, url)) log.info({ host: url.host }, 'download starts again: another edition');
      keepEdition(path, url, reply);
      const { bytes, isCut } = await save(reply, path, { signal: ended, ...(endsAfter && { endsAfter }) }, (had) => {
        stillAlive();
        checkBound(Math.max(had, total ?? 0), maxBytes, url);
        onProgress?.(had, total);
      });
      checkLength(bytes, isCut ? undefined : announced, url);
      rmSync(editionOf(path), { force: true });
      return { bytes, ...(isFake(reply) && { synthetic: true }) };
    } catch (error) {
      if (error instanceof OverBound) removeUnfinished(path);
      if (ended.aborted) throw new Error(endedBy(signal, url, idleMs), { cause: error });
      throw sayable(error, url);
    } finally {
      clearTimeout(timer);
    }
  };

  async function open(url: URL, started: ReturnType<typeof resumable>, how: HowToOpen, redirects = 0): Promise<Opened> {
    const reply = await transport.open(url, { ...headers, ...how.signed, ...rangeOf(started) }, how.signal);
    const isFile = reply.status === 200 || reply.status === 206;
    if (isFile && (how.isPage || !isPage(reply, url))) return reply;
    await discard(reply);
    // a file that ended exactly where it is asked to go on
    if (reply.status === 416 && started) return open(url, undefined, how, redirects);
    const to = redirects < mostRedirects ? redirectOf(reply, url, how.hosts) : undefined;
    if (to) return open(to, started, to.host === url.host ? how : { ...how, signed: {} }, redirects + 1);
    throw refusal(reply, url);
  }
}

/** The rest of a file that was begun, as long as it is still the same edition. */
const rangeOf = (started: ReturnType<typeof resumable>) =>
  started && { range: `bytes=${started.from}-`, 'if-range': started.edition.mark };

const isPage = (reply: Opened, url: URL): boolean =>
  reply.header('content-type')?.startsWith('text/html') === true && !/\.html?$/.test(url.pathname);

/** What a reply that is no file says. */
function refusal({ status }: Opened, { host }: URL): Error {
  if (status === 200 || status === 206) return new FileNotThere(`${host} answered with a page instead of the file`);
  if (status >= 300 && status <= 399) return new FileNotThere(`${host} sends to another address`);
  const said = `${host} answered HTTP ${status}`;
  return notThere.has(status) ? new FileNotThere(said) : new Error(said);
}

const mostRedirects = 3;

/** Stores of static files answer 403 for a name that they do not have. */
const notThere: ReadonlySet<number> = new Set([403, 404, 410]);

const withoutWww = (host: string) => host.replace(/^www\./, '');

/** Where a redirect leads, as long as its host is one of `hosts`, with or without "www.", and it is encrypted. */
function redirectOf(reply: Opened, from: URL, hosts: readonly string[]): URL | undefined {
  const location = reply.status >= 300 && reply.status <= 399 ? reply.header('location') : undefined;
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from);
  return to.protocol === 'https:' && hosts.some((host) => withoutWww(host) === withoutWww(to.host)) ? to : undefined;
}

function removeUnfinished(path: string): void {
  for (const left of [path, editionOf(path)]) rmSync(left, { force: true });
}

const endedBy = (caller: AbortSignal, { host }: URL, idleMs: number): string =>
  caller.aborted ? 'the download was cancelled' : `${host} sent nothing for ${idleMs / 1000} s`;

/** Ends a reply whose body is not read, so that its connection is free. */
async function discard({ body }: Opened): Promise<void> {
  for await (const _ of body) break;
}

/** The same error without an address in it: addresses may carry what should not be shown. */
function sayable(error: unknown, url: URL): Error {
  if (error instanceof FileNotThere || error instanceof OverBound) return error;
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string };
  if (name === 'Error' && code === undefined && message?.startsWith(url.host)) return error as Error;
  if (code === privateAddressCode) return new Error(`${url.host} leads to a private address, which is not queried`);
  const kind = typeof code === 'string' ? ` (${code})` : '';
  return new Error(`the download from ${url.host} broke off${kind}`, { cause: error });
}
