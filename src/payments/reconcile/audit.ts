import { tally } from '../../kernel/group.ts';
import type { ListedPurchase, ListOptions } from '../../store/ledger.ts';
import type { PurchaseState } from '../../store/ledger-states.ts';
import type { Ledger } from '../../store/sql-ledger.ts';
import { type ChainReader, type Receiving, type Transfer, whyOf } from '../chain/reader.ts';
import { payerHashOf } from '../rails/identity.ts';
import type { Rail } from '../rails/rail.ts';
import type { PaymentSettings } from '../settings.ts';
import { fold, type Offer, type Receipt } from '../wire.ts';
import { wantedOf } from './reconcile.ts';
import { search } from './search.ts';

export interface AuditPorts {
  readonly ledger: Pick<Ledger, 'list' | 'find'>;
  /** Undefined where no node of a network is known. */
  open(network: string): Promise<ChainReader | undefined>;
  readonly settings: Pick<PaymentSettings, 'evm' | 'solana'>;
}

/** Milliseconds; `until` is not included. */
type Period = Pick<Receiving, 'since' | 'until'>;
type Receiver = Pick<Rail, 'network' | 'asset' | 'payTo'>;

type About = { readonly network: string; readonly purchase: string; readonly transaction: string | undefined };

export type Difference =
  /** Settled in the ledger, and no transfer made its payment. */
  | ({ readonly kind: 'transfer_missing' } & About)
  /** Settled with other terms than those of the transfer that made its payment. */
  | ({ readonly kind: 'transfer_differs'; readonly fields: readonly string[] } & About)
  /** Settled with the transaction of another purchase. */
  | ({ readonly kind: 'claimed_twice'; readonly other: string } & About)
  /** An incoming transfer that no settled purchase explains; `purchase` is in another state. */
  | (Omit<Transfer, 'id' | 'from'> & {
      readonly kind: 'purchase_missing';
      readonly network: string;
      readonly purchase?: string;
      readonly state?: PurchaseState;
    });

const pageSize = 5000;
const noNode = 'no node of this network is known';

/**
 * Compares the ledger with the transfers to every receiving address that it or the settings know. Transfers of the period
 * are matched by the identity of their payment, whatever the row says of them; settled purchases of the period that none of
 * them made are then searched for in the time of their own payment.
 */
export async function audit(ports: AuditPorts, period: Period) {
  const { receivers, settled } = await bookOf(ports, period);
  const read = [];
  /** Settled purchases whose payment could not be looked up. */
  const unread = [];
  const differences: Difference[] = [];
  for (const network of new Set(receivers.map((one) => one.network))) {
    const chain = await ports.open(network);
    const own = new Map(settled.filter((row) => row.network === network).map((row) => [row.id, row]));
    for (const receiver of receivers.filter((one) => one.network === network)) {
      const { transfers, ...address } = await received(chain, receiver, period);
      read.push({ kind: 'read' as const, ...address, transfers: transfers.length });
      for (const transfer of transfers) {
        differences.push(...(await ofTransfer(ports, receiver, transfer, own)));
        own.delete(transfer.id ?? '');
      }
    }
    const rest = await ofPurchases(ports, chain, [...own.values()]);
    differences.push(...rest.differences);
    for (const [why, purchases] of tally(rest.unread))
      unread.push({ kind: 'unavailable' as const, network, purchases, why });
  }
  return { read, unread, differences, purchases: settled.length };
}

export type Audit = Awaited<ReturnType<typeof audit>>;

/** Every receiving address of settings and ledger, and the purchases settled in a period. */
async function bookOf({ ledger, settings }: AuditPorts, { since, until }: Period) {
  const settled: ListedPurchase[] = [];
  const receivers = new Map<string, Receiver>();
  const add = ({ network, asset, payTo }: Receiver) =>
    receivers.set(fold(network, `${network} ${asset} ${payTo}`), { network, asset, payTo });
  for (const { payTo, ...chain } of [settings.evm, settings.solana]) if (payTo) add({ ...chain, payTo });
  for (let after: ListOptions['after']; ; ) {
    const page = await ledger.list({ oldestFirst: true, limit: pageSize, after });
    after = page.at(-1);
    if (!after) return { receivers: [...receivers.values()], settled };
    for (const row of page) {
      const { asset, payTo, amount } = JSON.parse(row.offer) as Offer;
      // a voucher moves no money
      if (amount === '0') continue;
      add({ network: row.network, asset, payTo });
      if (row.state === 'settled' && row.updatedAt >= since && row.updatedAt < until) settled.push(row);
    }
  }
}

/**
 * What one receiving address got, as far as its chain could be read; `why` says why the rest of the period is missing.
 * Every transfer from `since` to `until` (milliseconds) was read, none where the first is not before the second.
 */
async function received(chain: ChainReader | undefined, { network, asset, payTo }: Receiver, period: Period) {
  const [since, until] = [Math.floor(period.since / 1000), Math.floor(period.until / 1000)];
  const reading = await chain?.received({ asset, payTo, since, until });
  const { transfers, ...from } = reading ?? { transfers: [], since: until, until, why: noNode };
  const isWhole = from.since <= since && from.until >= until;
  return {
    ...{ network, asset, payTo, since: from.since * 1000, until: from.until * 1000, transfers },
    amount: transfers.reduce((sum, one) => sum + one.amount, 0n),
    why: isWhole ? undefined : (from.why ?? 'chain: not final yet'),
  };
}

/** How a transfer of the period differs from the ledger. */
async function ofTransfer(
  { ledger }: AuditPorts,
  receiver: Receiver,
  { id, from: _, ...transfer }: Transfer,
  settled: ReadonlyMap<string, ListedPurchase>,
): Promise<readonly Difference[]> {
  const row = id === undefined ? undefined : (settled.get(id) ?? (await ledger.find(id)));
  if (row?.state === 'settled') return differing(row, { ...transfer, asset: receiver.asset });
  const known = row && { purchase: row.id, state: row.state };
  return [{ kind: 'purchase_missing', network: receiver.network, ...transfer, ...known }];
}

function differing(
  row: ListedPurchase,
  moved: Pick<Transfer, 'transaction' | 'payer' | 'to' | 'amount'> & { readonly asset: string },
): readonly Difference[] {
  const { network, id } = row;
  const { amount, payTo, asset } = JSON.parse(row.offer) as Offer;
  const { transaction } = JSON.parse(row.receipt ?? '{}') as Partial<Receipt>;
  const pairs = {
    amount: [amount, String(moved.amount)],
    address: [payTo, moved.to],
    asset: [asset, moved.asset],
    payer: [row.payerHash, payerHashOf({ network }, moved.payer)],
    transaction: [transaction ?? '', moved.transaction],
  } as const;
  const fields = Object.entries(pairs).flatMap(([name, [a, b]]) =>
    fold(network, a) === fold(network, b) ? [] : [name],
  );
  if (fields.length === 0) return [];
  return [{ kind: 'transfer_differs', network, purchase: id, transaction: moved.transaction, fields }];
}

/** How settled purchases that no transfer of the period made differ from the chain, and how many could not be looked up. */
async function ofPurchases(ports: AuditPorts, chain: ChainReader | undefined, rows: readonly ListedPurchase[]) {
  const differences: Difference[] = [];
  const unread: string[] = [];
  const words = chain && (await search(chain, rows.map(wantedOf)));
  for (const row of rows) {
    const word = words?.get(row.id) ?? { kind: 'no_answer', why: noNode };
    const { asset, payTo, amount } = JSON.parse(row.offer) as Offer;
    try {
      if (word.kind === 'landed')
        differences.push(...differing(row, { ...word, to: payTo, amount: BigInt(amount), asset }));
      else if (word.kind === 'absent' && chain) differences.push(await named(ports, chain, row, asset));
      else if (word.kind === 'no_answer') unread.push(word.why);
    } catch (error) {
      unread.push(whyOf(error));
    }
  }
  return { differences, unread };
}

/** What the transaction holds that a purchase names although its payment never landed as agreed. */
async function named(
  { ledger }: AuditPorts,
  chain: ChainReader,
  row: ListedPurchase,
  asset: string,
): Promise<Difference> {
  const { transaction } = JSON.parse(row.receipt ?? '{}') as Partial<Receipt>;
  const about = { network: row.network, purchase: row.id, transaction };
  for (const transfer of transaction ? await chain.transfersIn(transaction, asset) : []) {
    const [own] = transfer.id === row.id ? differing(row, { ...transfer, asset }) : [];
    if (own) return own;
    const other = transfer.id === undefined ? undefined : await ledger.find(transfer.id);
    if (other?.state === 'settled') return { kind: 'claimed_twice', ...about, other: other.id };
  }
  return { kind: 'transfer_missing', ...about };
}
