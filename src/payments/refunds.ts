import { randomUUID } from 'node:crypto';
import { sha256 } from '../kernel/canonical.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { Purchase } from '../store/ledger.ts';
import type { Remedies, Remedy } from '../store/remedies.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { maxValiditySeconds } from './downstream/settings.ts';
import { type OutboundSigner, signUnder } from './downstream/signer.ts';
import type { Payments } from './payments.ts';
import type { Offer, Receipt } from './wire.ts';

export interface RefundPorts {
  readonly remedies: Remedies;
  readonly ledger: Pick<Ledger, 'find'>;
  readonly payments: Payments;
  /** The wallet that refunds; absent: refunds wait for the operator. */
  readonly signer: OutboundSigner | undefined;
  readonly log: Log;
}

const leaseMs = 60_000;
/** Milliseconds after which a refund that was not carried out is tried again. */
const restMs = 10 * 60_000;

type Outcome = { readonly transaction: string } | { readonly reason: string };

/**
 * Sends the refunds that are owed. The nonce of a transfer follows from its purchase, so that the token contract accepts
 * one transfer for it, whatever dies in between; before another order is sent the chain is queried. Over USDC on EVM
 * chains; a purchase on Solana waits for the operator.
 */
export async function sendRefunds(ports: RefundPorts, signal?: AbortSignal): Promise<number> {
  const { remedies, payments, log } = ports;
  for (let sent = 0; ; sent++) {
    const hold = { holder: randomUUID(), now: payments.now, leaseMs };
    const owed = signal?.aborted ? undefined : await remedies.take(hold);
    if (!owed) return sent;
    const outcome = await transferOf(owed, ports).catch((error: unknown): Outcome => {
      log.warn({ err: error, purchase: owed.purchaseId.slice(0, 12) }, 'a refund was not sent');
      return { reason: error instanceof ServiceError ? error.code : 'failed' };
    });
    const now = payments.now;
    await remedies.end(owed, { ...hold, now }, 'transaction' in outcome ? outcome : { ...outcome, restMs });
  }
}

async function transferOf({ purchaseId, createdAt }: Remedy, ports: RefundPorts): Promise<Outcome> {
  const { ledger, payments, signer } = ports;
  const purchase = await ledger.find(purchaseId);
  const offer = purchase && refundOffer(purchase);
  if (!offer || !signer) return { reason: 'by_hand' };
  const { network, asset, amount, payTo } = offer;
  const to = { asset: asset.toLowerCase(), payTo: payTo.toLowerCase() };
  const policy = { network, ...to, maxAmount: amount, maxValiditySeconds };
  const signed = await signUnder(signer, offer, policy, payments.now, `0x${sha256(`refund ${purchaseId}`)}`);
  const reading = await payments.read({ x402Version: 2, accepted: offer, payload: { ...signed } });
  if (!reading.ok) return { reason: reading.refusal.code };
  const earlier = await reading.payment.identity.ask(offer, { since: createdAt });
  if (earlier.kind === 'landed') return { transaction: earlier.transaction };
  if (earlier.kind === 'no_answer') return { reason: earlier.why };
  const outcome = await payments.settle(reading.payment, offer);
  if (outcome.kind === 'settled') return { transaction: outcome.receipt.transaction };
  return { reason: 'reason' in outcome ? outcome.reason : outcome.why };
}

/** The terms of a sale turned around: the same amount to its payer. Undefined where that is not an EVM sale with a payer. */
function refundOffer({ offer, receipt, network }: Purchase): Offer | undefined {
  const { payer } = JSON.parse(receipt ?? '{}') as Partial<Receipt>;
  if (!payer || !network.startsWith('eip155:')) return undefined;
  return { ...(JSON.parse(offer) as Offer), payTo: payer, maxTimeoutSeconds: maxValiditySeconds };
}
