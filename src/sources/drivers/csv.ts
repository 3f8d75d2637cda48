import { parse } from 'csv-parse';
import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { plainCharacters } from '../../kernel/text.ts';
import { cite, failed, notConfigured, wrongShape } from '../shared/lookup.ts';
import { cutAt, listLookup, namedColumns } from './rows.ts';

export interface CsvQuery {
  readonly request: SourceRequest;
  /** Columns that are kept; all of them must be in the header. */
  readonly columns: readonly string[];
  /** Columns that are kept where the header has them. */
  readonly optional?: readonly string[];
  /** The name of a column out of its header, where editions write it differently. */
  readonly headerName?: (name: string) => string;
  readonly delimiter?: string;
  readonly encoding?: 'utf-8' | 'latin1';
  /** Lines that start with this are no data (`#` in USGS RDB). */
  readonly comment?: string;
  readonly where?: (row: Readonly<Record<string, string>>) => boolean;
  /** Rows at most; 10,000 where absent. */
  readonly limit?: number;
  readonly citation?: Partial<Citation>;
}

type TextRow = Readonly<Record<string, string>>;

/** Rows of delimited text with a header line; undefined where the header lacks a column or a line is broken. */
export async function readCsv(
  text: string,
  query: Omit<CsvQuery, 'request' | 'limit'>,
): Promise<readonly TextRow[] | undefined> {
  const { headerName = (name) => name, optional = [] } = query;
  const kept = new Set([...query.columns, ...optional]);
  let header: string[] = [];
  const rows = await new Promise<TextRow[] | undefined>((resolve) => {
    parse(
      text,
      {
        bom: true,
        delimiter: query.delimiter ?? ',',
        comment: query.comment ?? '',
        comment_no_infix: true,
        skip_empty_lines: true,
        // a quoted cell may hold line ends, which a whole file may not lose
        cast: (cell) => plainCharacters(cell),
        columns: (names: string[]) => {
          header = names.map((name) => headerName(name.trim()));
          return header.map((name) => (kept.has(name) ? name : false));
        },
      },
      (error, records) => resolve(error ? undefined : (records as unknown as TextRow[])),
    );
  });
  if (!rows || !query.columns.every((column) => header.includes(column))) return undefined;
  return query.where ? rows.filter(query.where) : rows;
}

/** Asks for a delimited file and keeps the named columns; a lost column or a broken line is `unavailable`. */
export async function queryCsv(
  sources: SourceAccess,
  card: SourceCard,
  query: CsvQuery,
): Promise<Lookup<readonly TextRow[]>> {
  namedColumns(card, [...query.columns, ...(query.optional ?? [])]);
  if (card.key?.required && !sources.hasKey(card)) return notConfigured(card);
  const reply = await sources.fetch(card, { ...query.request, as: 'bytes' });
  if (!reply.ok) return failed(card, reply);
  const text = plainCharacters(new TextDecoder(query.encoding ?? 'utf-8').decode(reply.body as Uint8Array), {
    lines: true,
  });
  const rows = await readCsv(text, query);
  if (!rows) return wrongShape(sources, card);
  sources.accept(reply);
  const limit = query.limit ?? 10_000;
  const missing = rows.length > limit ? cutAt(limit, rows.length) : undefined;
  return listLookup(rows.slice(0, limit), cite(card, reply, query.citation), missing);
}
