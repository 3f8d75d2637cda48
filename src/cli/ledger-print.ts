import { type Stringifier, stringify } from 'csv-stringify';
import { type AtomicUsdc, formatUsdc } from '../kernel/money.ts';
import type { ReconciledPurchase } from '../payments/reconcile/reconcile.ts';
import type { ListedPurchase, ListOptions } from '../store/ledger.ts';
import type { PurchaseState } from '../store/ledger-states.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { paint } from './terminal.ts';

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

const isoOf = (ms: number) => (ms > 0 ? new Date(ms).toISOString() : undefined);

export type ShownPurchase = ReturnType<typeof shownPurchase>;

/**
 * A row without what would name the buyer: of the receipt only the transaction, hashes of payment and payer, no wallet.
 * Times in ISO 8601, the price as a decimal of USDC.
 */
export function shownPurchase(row: ListedPurchase) {
  const { amount } = JSON.parse(row.offer) as { amount?: string };
  const receipt = row.receipt ? (JSON.parse(row.receipt) as { transaction?: string }) : undefined;
  return {
    ...{ id: row.id, state: row.state, route: row.slug, network: row.network },
    price: amount && /^\d{1,30}$/.test(amount) ? formatUsdc(BigInt(amount) as AtomicUsdc) : '',
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    validUntil: isoOf(row.validUntil),
    leaseUntil: isoOf(row.leaseUntil),
    ...{ attempts: row.attempts, bodyBytes: row.bodyBytes },
    transaction: receipt?.transaction ?? row.transaction,
    reason: row.reason,
    ...{ payerHash: row.payerHash, credentialHash: row.credentialHash, argsHash: row.argsHash },
  };
}

const styles: Readonly<Record<PurchaseState, Parameters<typeof paint>[0]>> = {
  claimed: 'gray',
  verified: 'gray',
  built: 'gray',
  settling: 'yellow',
  settled: 'green',
  rejected: 'gray',
  pending: 'yellow',
  unknown: 'red',
  denied: 'red',
};

/** Purchases as a table for people. */
export function* purchaseTable(purchases: readonly ShownPurchase[]): Generator<string> {
  const wide = Math.max(5, ...purchases.map(({ route }) => route.length));
  yield paint('dim', `${'changed'.padEnd(20)} ${'id'.padEnd(12)} state    ${'route'.padEnd(wide)}  price  network`);
  for (const { updatedAt, id, state, route, price, network, reason } of purchases) {
    const when = updatedAt.slice(0, 19).replace('T', ' ');
    const why = reason && state !== 'settled' ? `  ${paint('dim', reason)}` : '';
    yield `${when}  ${id.slice(0, 12)} ${paint(styles[state], state.padEnd(8))} ${route.padEnd(wide)}  ${price.padEnd(5)}  ${network}${why}`;
  }
}

/** One purchase, a line for each of its fields. */
export function* purchaseLines(shown: ShownPurchase): Generator<string> {
  for (const [name, value] of Object.entries(shown)) if (value !== undefined) yield `${name.padEnd(15)} ${value}`;
}

/** What a reconciliation did, a line for each purchase and one for all. */
export function* reconciledLines(results: readonly ReconciledPurchase[], dryRun: boolean): Generator<string> {
  for (const { id, slug, was, became, transaction, why } of results) {
    const end =
      became === 'left' ? `stays ${was}: ${why}` : `${was} -> ${became}${transaction ? ` ${transaction}` : ''}`;
    yield `${id.slice(0, 12)} ${slug}  ${end}`;
  }
  const count = (state: ReconciledPurchase['became']) => results.filter(({ became }) => became === state).length;
  yield results.length === 0
    ? 'Nothing is open whose payment has run out.'
    : `${dryRun ? 'Would be' : 'Now'} settled ${count('settled')}, rejected ${count('rejected')}, denied ${count('denied')}; left ${count('left')}`;
}
