import { hasData, type Lookup, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { wrongShape } from './lookup.ts';

/**
 * Rows of a reply by one reader, which gives undefined where a row does not say what it has to. Such rows are counted:
 * the rest is `partial` and says how many are missing, and where no row reads the source has another shape.
 */
export function readRows<R, T>(
  sources: Pick<SourceAccess, 'refuse'>,
  card: SourceCard,
  found: Lookup<readonly R[]>,
  read: (row: R) => T | undefined,
): Lookup<readonly T[]> {
  if (!hasData(found)) return found;
  const rows = found.data.flatMap((row) => read(row) ?? []);
  const unread = found.data.length - rows.length;
  if (unread === 0) return { ...found, data: rows };
  if (rows.length === 0) return wrongShape(sources, card);
  const reason = `${unread} of ${found.data.length} rows could not be read and are left out.`;
  return partly({ ...found, data: rows }, reason, 'failed');
}
