import { type Config, readConfig } from '../config/config.ts';
import { dayMs } from '../kernel/time.ts';
import { openBooks } from '../store/open-ledger.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { fail } from './terminal.ts';

/** Opens the books of this installation for one command, and closes them after it. */
export async function withBooks(
  work: (books: ReturnType<typeof openBooks>, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const books = openBooks({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    await work(books, config);
  } finally {
    await books.ledger.close();
  }
}

const hourMs = 3_600_000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: hourMs, d: dayMs, w: 7 * dayMs };

/** "2026-11-01", an ISO time, or how long ago ("90m", "36h", "7d", "2w") -> milliseconds. Fails with a sentence on anything else. */
export function momentOf(text: string, option: string, now: number): number {
  const ago = /^(\d{1,6})([mhdw])$/.exec(text);
  if (ago) return now - Number(ago[1]) * (units[ago[2] ?? ''] ?? 0);
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    fail(`${option} takes a date (2026-11-01), a time (2026-11-01T12:00:00Z) or how long ago (90m, 36h, 7d, 2w)`);
  return at;
}

/** A state of a table. Fails with the list of them. */
export const stateOf = <S extends string>(states: readonly S[], text: string): S =>
  states.find((state) => state === text) ?? fail(`--state is one of ${states.join(', ')}`);

/** A whole number of at least 1. Fails with a sentence. */
export function countOf(text: string, option: string, most: number, what = 'a whole number'): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= 1 && count <= most)) fail(`${option} takes ${what} from 1 to ${most}`);
  return count;
}

interface Listed<T> {
  list(options: { readonly idPrefix: string; readonly limit: number }): Promise<readonly T[]>;
}

/** The row with an id or its first digits. Fails with a sentence where none or several have it. */
export async function oneOf<T extends { readonly id: string }>(
  store: Listed<T>,
  idPrefix: string,
  words: { readonly none: string; readonly several: string },
): Promise<T> {
  if (!/^[0-9a-f]{4,64}$/.test(idPrefix)) fail('an id, or at least its first four digits (0 to 9, a to f)');
  const [found, ...others] = await store.list({ idPrefix, limit: 5 });
  if (!found) return fail(`${words.none} ${idPrefix}`);
  if (others.length > 0) fail(`${words.several}: ${[found, ...others].map(({ id }) => id.slice(0, 20)).join(', ')}`);
  return found;
}

/** A purchase by its id or the first digits of it, as {@link oneOf}. */
export const purchaseOf = (ledger: Ledger, given: string) =>
  oneOf(ledger, given, { none: 'there is no purchase whose id begins with', several: 'several purchases begin so' });
