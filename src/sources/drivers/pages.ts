import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type Answered, cite, failed, wrongShape } from '../shared/lookup.ts';
import { cutAt, listLookup } from './rows.ts';

/** What a page brought; a driver may keep more of it (a total, links) beside the rows. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Rows that match as the source counts them, where it does. */
  readonly total?: number | undefined;
}

/** How one platform pages. A cursor is whatever tells where a page starts: an offset, an address, a body. */
export interface Paging<Cursor, P extends Page<unknown>> {
  readonly start: Cursor;
  readonly request: (cursor: Cursor) => SourceRequest;
  /** The page in a body; undefined where the body has another shape than was agreed. */
  readonly read: (body: unknown, cursor: Cursor) => P | undefined;
  /** Where the next page starts; undefined after the last one. `rowsRead` counts this page too. */
  readonly next: (page: P, cursor: Cursor, rowsRead: number) => Cursor | undefined;
  /** Pages at most; 100 where absent. */
  readonly maxPages?: number;
  /** What a row is called in a sentence; "rows" where absent. */
  readonly noun?: string;
}

const defaultMaxPages = 100;

/** Tells requests apart: an address that was queried before leads in circles. */
const requestKey = ({ url, body = '' }: SourceRequest) => `${url}\n${body}`;

interface PagesRead<P extends Page<unknown>> {
  readonly reply: Answered;
  readonly pages: readonly P[];
  readonly rows: readonly P['rows'][number][];
  /** Why the reading ended before the list did. */
  readonly stopped: string | undefined;
  /** It ended because a page failed, not because a limit was reached. */
  readonly failed: boolean;
}

/**
 * Reads the pages of a list, one request after the other, under the rules that hold for every platform: a page limit, a
 * failing or cancelled later page, a repeated page and a next page that was read before each end the reading with a
 * reason, and what was read until then stays. A first page that brings nothing to use is the lookup that says so.
 */
export async function readPages<Cursor, P extends Page<unknown>>(
  sources: SourceAccess,
  card: SourceCard,
  { start, request, read, next, maxPages = defaultMaxPages, noun = 'rows' }: Paging<Cursor, P>,
): Promise<{ readonly read: PagesRead<P> } | { readonly lookup: Lookup<never> }> {
  const requested = new Set<string>();
  const pages: P[] = [];
  const rows: P['rows'][number][] = [];
  let cursor: Cursor | undefined = start;
  let first: Answered | undefined;
  let previousHash: string | undefined;
  const ended = (reply: Answered, stopped?: string, isFailure = false) => ({
    read: { reply, pages, rows, stopped, failed: isFailure },
  });
  const brokeOff = (lookup: Lookup<never>, why: string) => (first ? ended(first, why, true) : { lookup });
  do {
    const asking = request(cursor);
    const key = requestKey(asking);
    const repeats = `The server repeats a page; ${rows.length} ${noun} were read.`;
    if (first && requested.size === maxPages) {
      return ended(first, `Reading stopped after ${maxPages} pages; ${rows.length} ${noun} were read.`);
    }
    if (first && requested.has(key)) return ended(first, repeats);
    requested.add(key);
    const reply = await sources.fetch(card, asking);
    if (!reply.ok) return brokeOff(failed(card, reply), `A later page failed: ${reply.reason}`);
    const page = read(reply.body, cursor);
    if (!page) return brokeOff(wrongShape(sources, card), 'A later page came in an unknown shape.');
    sources.accept(reply);
    if (first && page.rows.length > 0 && reply.bodyHash === previousHash) return ended(first, repeats);
    first ??= reply;
    previousHash = reply.bodyHash;
    pages.push(page);
    for (const row of page.rows) rows.push(row);
    cursor = next(page, cursor, rows.length);
  } while (cursor !== undefined);
  return ended(first);
}

/** Why a list is shorter than the source's own; undefined where it is whole. */
function shortfall(read: number, limit: number, total: number | undefined, noun: string): string | undefined {
  if (read > limit) return cutAt(limit, total);
  return total !== undefined && total > read ? `The source counts ${total} ${noun} and gave ${read}.` : undefined;
}

/** The rows of all pages; more of them than `limit`, or fewer than the source counts, is `partial`. */
export async function readList<Cursor, P extends Page<unknown>>(
  sources: SourceAccess,
  card: SourceCard,
  paging: Paging<Cursor, P>,
  { limit, citation }: { readonly limit: number; readonly citation?: Partial<Citation> | undefined },
): Promise<Lookup<readonly P['rows'][number][]>> {
  const outcome = await readPages(sources, card, paging);
  if ('lookup' in outcome) return outcome.lookup;
  const { rows, pages: read, reply, stopped, failed: brokeOff } = outcome.read;
  const total = read.find((page) => page.total !== undefined)?.total;
  const missing = stopped ?? shortfall(rows.length, limit, total, paging.noun ?? 'rows');
  return listLookup(rows.slice(0, limit), cite(card, reply, citation), missing, brokeOff);
}

export interface RowRange {
  readonly offset: number;
  readonly count: number;
}

/**
 * Paging by offset up to `wanted` rows: a page with fewer rows than requested is the last one.
 * `isCut` says that the server itself cut a page short, so that a short page does not end the list.
 */
export function byOffset<P extends Page<unknown>>(
  wanted: number,
  pageSize: number,
  isCut: (page: P) => boolean = () => false,
): Pick<Paging<RowRange, P>, 'start' | 'next'> {
  const rangeFrom = (offset: number): RowRange => ({ offset, count: Math.min(pageSize, wanted - offset) });
  return {
    start: rangeFrom(0),
    next: (page, { count }, rowsRead) => {
      if (rowsRead >= wanted || page.rows.length === 0) return undefined;
      return page.rows.length < count && !isCut(page) ? undefined : rangeFrom(rowsRead);
    },
  };
}
