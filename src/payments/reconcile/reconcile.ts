import { randomUUID } from 'node:crypto';
import type { Log } from '../../kernel/ports/log.ts';
import { assumedValidityMs, type ListedPurchase, type ListOptions, type Stored } from '../../store/ledger.ts';
import { type LedgerEvent, openStates, type PurchaseState } from '../../store/ledger-states.ts';
import type { Ledger } from '../../store/sql-ledger.ts';
import type { ChainReader } from '../chain/reader.ts';
import { landedBefore } from '../rails/rail.ts';
import { type Offer, type Receipt, receiptFor } from '../wire.ts';
import { type ChainWord, search, type WantedPayment } from './search.ts';

export interface ReconcilePorts {
  readonly ledger: Ledger;
  /** One for each network whose node is known. */
  readonly chains: readonly ChainReader[];
  /** Milliseconds by the clock that purchases are dated by. */
  now(): number;
  readonly log: Log;
  /** Adds the service's signature to the receipt of a route. */
  sign?(receipt: Receipt, slug: string): Promise<Receipt>;
}

export interface ReconcileOptions {
  /** Says what would be closed and closes nothing. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

export interface ReconciledPurchase {
  readonly id: string;
  readonly slug: string;
  readonly network: string;
  /** State that it had. */
  readonly was: PurchaseState;
  /**
   * `settled`: the money moved. `rejected`: it did not and cannot. `denied`: it moved, and no order of this ledger is seen to
   * have moved it. `left`: that is not known yet.
   */
  readonly became: 'settled' | 'rejected' | 'denied' | 'left';
  readonly transaction?: string;
  /** Why it was left. */
  readonly why?: string;
}

const pageSize = 5000;
const leaseMs = 15_000;
/**
 * How much the clock of this service may be ahead of the chain's. A payment that says its end is refused long before so
 * great a difference; one that does not (Solana) is not.
 */
const skewMs = { stated: 10 * 60_000, unstated: 60 * 60_000 };

/**
 * Closes purchases whose outcome is not known and whose payment ran out: moved money becomes `settled` with its receipt,
 * so that an identical resend brings the artifact; what can no longer move becomes `rejected`. A node that gives no
 * answer leaves them as they are, and is no obstacle to the others. Several processes may do this at once: what the chain
 * says of a payment that ran out does not change any more, and each purchase is closed under its lease.
 */
export async function reconcile(
  ports: ReconcilePorts,
  { dryRun = false, signal }: ReconcileOptions = {},
): Promise<readonly ReconciledPurchase[]> {
  const results: ReconciledPurchase[] = [];
  for (let after: ListOptions['after']; !signal?.aborted; ) {
    const page = await ports.ledger.list({ state: openStates, oldestFirst: true, limit: pageSize, after });
    after = page.at(-1);
    if (!after) break;
    const now = ports.now();
    // what is denied with a transaction, only the operator can end
    const due = page.filter(
      (one) =>
        (one.state !== 'denied' || !one.transaction) && one.leaseUntil <= now && wantedOf(one).until * 1000 <= now,
    );
    for (const chain of ports.chains) {
      const found = due.filter(({ network }) => network === chain.network);
      const words = await search(chain, found.map(wantedOf));
      for (const purchase of found) {
        if (signal?.aborted) break;
        const word = words.get(purchase.id) ?? { kind: 'no_answer', why: 'not queried' };
        results.push(await close(ports, purchase, word, dryRun));
      }
    }
  }
  return results;
}

/** What is known of the payment of a purchase: its terms are in the offer, its period in the row. */
export function wantedOf({ id, offer, createdAt, validUntil }: ListedPurchase): WantedPayment {
  const { asset, payTo, amount } = JSON.parse(offer) as Offer;
  const [until, skew] = validUntil > 0 ? [validUntil, skewMs.stated] : [createdAt + assumedValidityMs, skewMs.unstated];
  return {
    ...{ id, asset, payTo, amount: BigInt(amount) },
    since: Math.floor((createdAt - skew) / 1000),
    until: Math.ceil(until / 1000),
  };
}

async function close(
  ports: ReconcilePorts,
  purchase: ListedPurchase,
  word: ChainWord,
  dryRun: boolean,
): Promise<ReconciledPurchase> {
  const { id, slug, network, state: was } = purchase;
  const about = { id, slug, network, was };
  if (word.kind === 'no_answer') return { ...about, became: 'left', why: word.why };
  const [became, event, stored] = await endOf(ports, purchase, word);
  const closed = { ...about, became, ...(word.kind === 'landed' && { transaction: word.transaction }) };
  if (dryRun || (await step(ports, id, event, stored))) return closed;
  return { ...about, became: 'left', why: 'another process is working on it' };
}

/** The step that ends a purchase by the state of its payment on the chain. */
async function endOf(
  ports: ReconcilePorts,
  purchase: ListedPurchase,
  word: Exclude<ChainWord, { kind: 'no_answer' }>,
): Promise<readonly [Exclude<ReconciledPurchase['became'], 'left'>, LedgerEvent, Stored]> {
  if (word.kind === 'absent') return ['rejected', 'reject', { reason: 'expired_authorization' }];
  if (purchase.state === 'denied' || landedBefore(word, purchase.createdAt))
    return ['denied', 'deny', { transaction: word.transaction }];
  return ['settled', 'settle', { receipt: JSON.stringify(await receiptOf(ports, purchase, word)) }];
}

/**
 * Ends a denied purchase by the operator's word: paid to this ledger, or not. False where another process is working on
 * it, and where it is to be paid without a transfer that was found.
 */
export async function endDenied(
  ports: Pick<ReconcilePorts, 'ledger' | 'now' | 'sign'>,
  purchase: ListedPurchase,
  isPaid: boolean,
): Promise<boolean> {
  const { id, transaction } = purchase;
  if (!isPaid) return step(ports, id, 'reject', { reason: 'expired_authorization' });
  if (transaction === undefined) return false;
  return step(ports, id, 'settle', { receipt: JSON.stringify(await receiptOf(ports, purchase, { transaction })) });
}

async function receiptOf(
  { sign }: Pick<ReconcilePorts, 'sign'>,
  { offer, slug }: ListedPurchase,
  { transaction, payer }: { readonly transaction: string; readonly payer?: string },
): Promise<Receipt> {
  const receipt = receiptFor(JSON.parse(offer) as Offer, transaction, payer);
  return sign ? sign(receipt, slug) : receipt;
}

/** Takes the purchase over and makes one step; false where somebody holds it or has closed it meanwhile. */
async function step(
  { ledger, now }: Pick<ReconcilePorts, 'ledger' | 'now'>,
  id: string,
  event: LedgerEvent,
  stored: Stored,
): Promise<boolean> {
  const holder = randomUUID();
  const taken = await ledger.takeOver(id, { holder, now: now(), leaseMs });
  if (!taken) return false;
  if (!openStates.includes(taken.state)) {
    await ledger.yield(id, holder, now());
    return false;
  }
  return ledger.step(id, holder, event, now(), stored);
}
