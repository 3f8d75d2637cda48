import { createWriteStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../kernel/ports/log.ts';
import { createTransport, type Opened } from './transport.ts';

interface DownloadOptions {
  /** See {@link createTransport}. */
  readonly proxy?: string | undefined;
  /** Product, version and contact. */
  readonly userAgent: string;
  readonly log: Log;
  readonly clock: () => Date;
  /** Milliseconds without a byte after which a download is given up; a minute where absent. */
  readonly idleMs?: number;
}

interface FileOptions {
  readonly signal: AbortSignal;
  /** A page is what is asked for; elsewhere it is an error that a source sends in the place of a file. */
  readonly isPage?: boolean;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
}

type HowToOpen = Required<Pick<FileOptions, 'isPage' | 'signal'>>;

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

/** Where the bytes of a reply begin, and how long the file is. */
function extent(reply: Opened): { from: number; total: number | undefined } {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(reply.header('content-range') ?? '');
  if (reply.status === 206 && range) {
    return { from: Number(range[1]), total: range[2] === '*' ? undefined : Number(range[2]) };
  }
  const length = reply.header('content-length');
  return { from: 0, total: length === undefined ? undefined : Number(length) };
}

/** Bytes of an unfinished file of the same address that can be gone on with. */
function resumable(path: string, url: URL): { from: number; edition: Edition } | undefined {
  const edition = readEdition(path);
  const from = existsSync(path) ? statSync(path).size : 0;
  return edition?.url === url.href && from > 0 ? { from, edition } : undefined;
}

/**
 * Downloads of bulk files: any size, straight to disk, going on after an interruption where the source still has
 * the same edition. The caller gets the whole file or an error; an unfinished file stays for the next try.
 */
export function createDownload(options: DownloadOptions) {
  const { log, idleMs = 60_000 } = options;
  const transport = createTransport({
    proxy: options.proxy,
    clock: options.clock,
    connectTimeoutMs: 10_000,
    degradedConnectTimeoutMs: 10_000,
  });

  return async (
    address: string,
    path: string,
    { signal, isPage = false, onProgress }: FileOptions,
  ): Promise<{ bytes: number }> => {
    const url = new URL(address);
    const idle = new AbortController();
    let timer = setTimeout(() => idle.abort(), idleMs);
    const stillAlive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), idleMs);
    };
    const ended = AbortSignal.any([signal, idle.signal]);
    try {
      const started = resumable(path, url);
      const reply = await open(url, started, { isPage, signal: ended });
      const { from, total } = extent(reply);
      if (started && from !== started.from) log.info({ host: url.host }, 'download starts again: another edition');
      if (from > 0 && from !== started?.from) throw new Error(`${url.host} sent another part than was asked for`);
      const mark = reply.header('etag') ?? reply.header('last-modified');
      if (mark) writeFileSync(editionOf(path), JSON.stringify({ url: url.href, mark } satisfies Edition));
      else rmSync(editionOf(path), { force: true });
      let bytes = from;
      const count = async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          stillAlive();
          bytes += chunk.length;
          onProgress?.(bytes, total);
          yield chunk;
        }
      };
      await pipeline(Readable.from(count(reply.body)), createWriteStream(path, { flags: from > 0 ? 'a' : 'w' }), {
        signal: ended,
      });
      if (bytes === 0) throw new Error(`${url.host} sent an empty file`);
      if (total !== undefined && bytes !== total) throw new Error(`${url.host} sent ${bytes} of ${total} bytes`);
      rmSync(editionOf(path), { force: true });
      return { bytes };
    } catch (error) {
      if (signal.aborted) throw new Error('the download was cancelled', { cause: error });
      if (idle.signal.aborted) throw new Error(`${url.host} sent nothing for ${idleMs / 1000} s`, { cause: error });
      throw sayable(error, url);
    } finally {
      clearTimeout(timer);
    }
  };

  async function open(url: URL, started: ReturnType<typeof resumable>, how: HowToOpen): Promise<Opened> {
    const reply = await transport.open(
      url,
      {
        'user-agent': options.userAgent,
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(started && { range: `bytes=${started.from}-`, 'if-range': started.edition.mark }),
      },
      how.signal,
    );
    if (reply.status === 200 || reply.status === 206) {
      const isHtml = reply.header('content-type')?.startsWith('text/html') && !/\.html?$/.test(url.pathname);
      if (isHtml && !how.isPage) throw new Error(`${url.host} answered with a page instead of the file`);
      return reply;
    }
    // a file that ended exactly where it is asked to go on
    if (reply.status === 416 && started) return open(url, undefined, how);
    const moved = reply.status >= 300 && reply.status <= 399;
    throw new Error(moved ? `${url.host} sends to another address` : `${url.host} answered HTTP ${reply.status}`);
  }
}

/** The same error without an address in it: addresses may carry what should not be shown. */
function sayable(error: unknown, url: URL): Error {
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string };
  if (name === 'Error' && code === undefined && message?.startsWith(url.host)) return error as Error;
  const kind = typeof code === 'string' ? ` (${code})` : '';
  return new Error(`the download from ${url.host} broke off${kind}`, { cause: error });
}
