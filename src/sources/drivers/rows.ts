import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { personColumn } from '../../privacy/columns.ts';

export type Row = Readonly<Record<string, unknown>>;

/** What every query for the rows of a table says, whatever its platform. */
export interface RowsQuery {
  /** Columns, or expressions with an alias where the platform takes them (`count(*) as n`). */
  readonly select: readonly string[];
  /** A condition of the dataset itself, in the platform's query language. */
  readonly where?: string;
  readonly within?: { readonly column: string; readonly point: GeoPoint; readonly radiusMeters: number };
  readonly order?: string;
  /** Rows at most; 200 where absent. */
  readonly limit?: number;
}

/**
 * Keeps the named columns of a row and nothing else, under the names that were requested.
 * Platforms differ in the case that they answer in; a column that is absent stays absent.
 */
export function pick(row: Row, columns: readonly string[]): Row {
  const kept: Record<string, unknown> = {};
  let folded: Map<string, string> | undefined;
  for (const column of columns) {
    if (column in row) {
      kept[column] = row[column];
      continue;
    }
    folded ??= new Map(Object.keys(row).map((key) => [key.toLowerCase(), key]));
    const key = folded.get(column.toLowerCase());
    if (key !== undefined) kept[column] = row[key];
  }
  return kept;
}

/** Lists that were checked: a source asks by the same ones in each query. */
const checked = new WeakSet<readonly string[]>();

/**
 * The columns of a query. Throws where they are not named, and, naming it, where one is about a person: nothing is
 * requested then.
 */
export function namedColumns(card: Pick<SourceCard, 'id'>, columns: readonly string[]): readonly string[] {
  if (checked.has(columns)) return columns;
  if (columns.length === 0 || columns.some((column) => column.trim() === '*' || column.trim() === ''))
    throw new Error('a query names its columns; owner and contact columns are never requested');
  for (const column of columns) {
    const about = personColumn(column, card.id);
    if (about) throw new Error(`${card.id} asks for a column about a person: ${column} (${about})`);
  }
  checked.add(columns);
  return columns;
}

/**
 * The lookup of a list: `empty` without rows, `partial` where rows are missing, else `found`.
 * `missing` is the sentence that says what is not there, `failed` whether it could not be read.
 */
export function listLookup<T>(
  rows: readonly T[],
  citation: Citation,
  missing: string | undefined,
  failed = false,
): Lookup<readonly T[]> {
  if (missing !== undefined) {
    return { state: 'partial', data: rows, citation, reason: missing, ...(failed && { missing: 'failed' as const }) };
  }
  return rows.length === 0 ? { state: 'empty', citation } : { state: 'found', data: rows, citation };
}

/** Sentence for a list that was cut at the limit of the question. */
export function cutAt(limit: number, total?: number): string {
  return total === undefined
    ? `The source has more than ${limit} matching records; the first ${limit} were read.`
    : `The source has ${total} matching records; the first ${limit} were read.`;
}

/** A text literal of SQL-like query languages: quoted, inner quotes doubled, control characters out. */
export function quoted(value: string | number): string {
  return `'${String(value)
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll("'", "''")}'`;
}
