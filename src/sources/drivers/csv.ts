import { parse } from 'csv-parse';
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
  readonly headerName?: (name: string) => string;
}

/** Rows at most; more are `partial`. */
const maxRows = 10_000;

type TextRow = Readonly<Record<string, string>>;

/** Rows of delimited text with a header line; undefined where the header lacks a column or a line is broken. */
export async function readCsv(text: string, query: Omit<CsvQuery, 'request'>): Promise<readonly TextRow[] | undefined> {
  const { headerName = (name) => name, optional = [] } = query;
  const kept = new Set([...query.columns, ...optional]);
  let header: string[] = [];
  const rows = await new Promise<TextRow[] | undefined>((resolve) => {
    parse(
      text,
      {
        bom: true,
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
  return query.columns.every((column) => header.includes(column)) ? rows : undefined;
}

/** Asks for a delimited file and keeps the named columns; a lost column or a broken line is `unavailable`. */
export async function queryCsv(sources: SourceAccess, card: SourceCard, query: CsvQuery) {
  namedColumns(card, [...query.columns, ...(query.optional ?? [])]);
  if (card.key?.required && !sources.hasKey(card)) return notConfigured(card);
  const reply = await sources.fetch(card, { ...query.request, as: 'bytes' });
  if (!reply.ok) return failed(card, reply);
  const rows = await readCsv(
    plainCharacters(new TextDecoder().decode(reply.body as Uint8Array), { lines: true }),
    query,
  );
  if (!rows) return wrongShape(sources, card);
  sources.accept(reply);
  const missing = rows.length > maxRows ? cutAt(maxRows, rows.length) : undefined;
  return listLookup(rows.slice(0, maxRows), cite(card, reply), missing);
}
