import { type Stringifier, stringify } from 'csv-stringify';
import type { ListOptions } from '../store/ledger.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { shownPurchase } from './ledger-print.ts';

const columns = ['date', 'purchase', 'route', 'price_usdc', 'network', 'transaction', 'state'] as const;
const pageSize = 500;

/**
 * Purchases as CSV (RFC 4180), oldest first, page by page: when the row last changed (for a sale: when it was settled
 * here, UTC), and nothing of who bought. A cell that a spreadsheet would take for a formula is made text.
 */
export async function exportPurchases(
  ledger: Ledger,
  options: Pick<ListOptions, 'since' | 'until' | 'state'>,
  write: (text: string) => void,
): Promise<number> {
  const csv: Stringifier = stringify({ header: true, columns: [...columns], escape_formulas: true });
  csv.on('data', (text: Buffer | string) => write(String(text)));
  const ended = new Promise<void>((resolve, reject) => csv.on('end', resolve).on('error', reject));
  let written = 0;
  for (let after: ListOptions['after']; ; ) {
    const page = await ledger.list({ ...options, oldestFirst: true, limit: pageSize, after });
    for (const row of page) {
      const { updatedAt, id, route, price, network, transaction = '', state } = shownPurchase(row);
      csv.write([updatedAt, id, route, price, network, transaction, state]);
    }
    written += page.length;
    after = page.at(-1);
    if (page.length < pageSize) break;
  }
  csv.end();
  await ended;
  return written;
}
