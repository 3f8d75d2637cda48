import { randomUUID } from 'node:crypto';
import { sha256 } from '../kernel/canonical.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { ParsedPayment } from '../payments/payments.ts';
import { type Refusal, refusal } from '../payments/refusal.ts';
import type { Offer } from '../payments/wire.ts';
import type { Claim, Purchase } from '../store/ledger.ts';
import { fromLedger, PaidSettlement } from './paid-settle.ts';
import { argumentsHash, neededSeconds, type SoldTool, saleTerms } from './paid-terms.ts';
import type { PaidCall, PaidPorts, PaidResult, Sale } from './paid-types.ts';
import { workOf } from './paid-work.ts';
import { validateInput } from './validate.ts';

export type { PaidCall, PaidPorts, PaidResult } from './paid-types.ts';

/**
 * Sells: validate, hash, look up the payment, cover, claim, check, verify, run, keep, settle, keep the receipt, answer.
 * The one place where a paid call is decided, the same for every transport.
 */
export class PaidPipeline {
  readonly #ports: PaidPorts;
  readonly #settlement: PaidSettlement;
  readonly #leaseMs: number;

  constructor(ports: PaidPorts) {
    this.#ports = ports;
    this.#leaseMs = ports.leaseMs ?? 15_000;
    this.#settlement = new PaidSettlement(ports);
  }

  /** Whether a wallet and a facilitator are configured. */
  get configured(): boolean {
    return this.#ports.payments.configured;
  }

  /** The sold tool of a slug. Throws unknown_tool, or not_callable_here where a transport does not carry it. */
  tool(slug: string, transport: PaidCall['transport'] = 'rest'): SoldTool {
    const tool = this.#ports.registry.paidTool(slug);
    if (!tool) {
      throw new ServiceError('unknown_tool', {
        detail: 'There is no paid route of that name.',
        extra: { paidIndex: '/.well-known/ai-tool/index.json' },
      });
    }
    if (transport !== 'rest' && tool.kind !== 'free' && tool.paid.restOnly) {
      throw new ServiceError('not_callable_here', {
        detail: `${tool.slug} is served over REST only.`,
        extra: { endpoint: `/api/${tool.slug}`, priceUsdc: tool.paid.priceUsdc },
      });
    }
    return tool;
  }

  /** The challenge of a route without any work: what GET, HEAD and an empty POST show. */
  async discover(slug: string, resourceUrl: string): Promise<PaidResult> {
    const tool = this.tool(slug);
    const offers = await this.#offers(tool);
    return {
      kind: 'challenge',
      headers: {},
      paymentRequired: await this.#ports.payments.challenge(saleTerms(tool), offers, resourceUrl),
    };
  }

  /** One paid call. Throws ServiceError for 4xx and 5xx answers that carry no challenge. */
  async call(call: PaidCall): Promise<PaidResult> {
    const { payments, ledger, free } = this.#ports;
    const tool = this.tool(call.slug, call.transport);
    const input = validateInput(tool, call.args);
    const { signal, requestId, progress } = call;
    const work = workOf(free, tool, input, { signal, requestId, ...(progress && { progress }) });
    const sale: Sale = { tool, argsHash: argumentsHash(input), call, work };
    if (call.credential === undefined) return this.#offer(sale);
    const reading = await payments.read(call.credential);
    if (!reading.ok) return this.#offer(sale, reading.refusal);
    const known = await fromLedger(ledger.find(reading.payment.identity.id));
    return known ? this.#resumeOrReplay(sale, reading.payment, known) : this.#buy(sale, reading.payment);
  }

  /** A diagnostic where there is nothing worth paying for, else a challenge; the refusal says why a payment was not taken. */
  async #offer(sale: Sale, refused?: Refusal): Promise<PaidResult> {
    const { call, tool, work } = sale;
    if (!this.configured) throw new ServiceError('tool_sdk_not_configured', { retryAfterSeconds: 30 });
    this.#ports.unpaidCalls?.count(tool);
    const covered = await work.cover();
    if (covered.kind === 'diagnostic') return covered;
    alive(call.signal);
    const offers = await this.#offers(tool);
    const paymentRequired = await this.#ports.payments.challenge(saleTerms(tool), offers, call.resourceUrl, refused);
    return { kind: 'challenge', headers: covered.challengeHeaders ?? {}, paymentRequired };
  }

  async #offers(tool: SoldTool): Promise<readonly Offer[]> {
    const offers = await this.#ports.payments.offers(saleTerms(tool));
    if (offers.length === 0) throw new ServiceError('tool_sdk_not_configured', { retryAfterSeconds: 30 });
    return offers;
  }

  /** A payment that this service has not seen. */
  async #buy(sale: Sale, payment: ParsedPayment): Promise<PaidResult> {
    const { payments, ledger, payerLimit = 32 } = this.#ports;
    const { call, tool } = sale;
    const offers = await payments.offers(saleTerms(tool));
    if (offers.length === 0) return this.#offer(sale);
    const offer = payments.match(payment, offers, call.resourceUrl);
    if ('kind' in offer) return this.#offer(sale, offer);
    const refused = await payments.precheck(payment, offer, { now: payments.now, neededSeconds: neededSeconds(tool) });
    if (refused) return this.#offer(sale, refused);
    const claim = this.#claim();
    const { id, validUntil, payer } = payment.identity;
    const purchase = {
      id,
      credentialHash: payment.credential.hash,
      payerHash: sha256(`${offer.network} ${payer}`),
      network: offer.network,
      slug: tool.slug,
      argsHash: sale.argsHash,
      offer: JSON.stringify(offer),
      validUntil,
    };
    const result = await fromLedger(ledger.claim(purchase, claim, payerLimit));
    if (result.kind === 'taken') return this.#resumeOrReplay(sale, payment, result.purchase);
    if (result.kind === 'payer_limit') throw new ServiceError('too_many_unsettled_payments', { retryAfterSeconds: 60 });
    return this.#withLease(id, claim, () => this.#work(sale, payment, offer, claim));
  }

  /** A payment that this service knows: replay, refuse, or take up where it was left. */
  async #resumeOrReplay(sale: Sale, payment: ParsedPayment, known: Purchase): Promise<PaidResult> {
    const { payments, ledger } = this.#ports;
    const { tool, argsHash } = sale;
    if (known.slug !== tool.slug || known.argsHash !== argsHash)
      throw new ServiceError('payment_replay_different_request');
    const offer = JSON.parse(known.offer) as Offer;
    if (known.credentialHash !== payment.credential.hash) {
      const checked = await payment.rail.precheck(payment.credential, offer);
      if (checked.kind !== 'good')
        return this.#offer(sale, checked.kind === 'refused' ? checked : refusal('invalid_signature'));
    }
    if (known.state === 'settled') return this.#settlement.replay(sale, known);
    const claim = this.#claim();
    const taken = await fromLedger(ledger.takeOver(known.id, claim));
    if (!taken) {
      const now = await fromLedger(ledger.find(known.id));
      if (now?.state === 'settled') return this.#settlement.replay(sale, now);
      const seconds = Math.ceil(Math.max(1, Math.min((now?.leaseUntil ?? 0) - claim.now, 2_000) / 1000));
      throw new ServiceError('payment_processing_retry', { retryAfterSeconds: seconds });
    }
    return this.#withLease(known.id, claim, async () => {
      if (taken.state !== 'claimed') return this.#settlement.resume(sale, payment, offer, taken, claim);
      const refused = await payments.precheck(payment, offer, {
        now: payments.now,
        neededSeconds: neededSeconds(tool),
      });
      if (!refused) return this.#work(sale, payment, offer, claim);
      return this.#release(known.id, claim, await this.#offer(sale, refused));
    });
  }

  /** Everything between the claim and the kept artifact. Whatever goes wrong here leaves the payment unused. */
  async #work(sale: Sale, payment: ParsedPayment, offer: Offer, claim: Claim): Promise<PaidResult> {
    const { payments, ledger } = this.#ports;
    const { call, work } = sale;
    const { id, payer } = payment.identity;
    let body: string;
    try {
      const covered = await work.cover();
      if (covered.kind === 'diagnostic') return await this.#release(id, claim, covered);
      alive(call.signal);
      const verified = await payments.verify(payment, offer);
      if (verified.kind === 'refused' || verified.kind === 'used') {
        const why =
          verified.kind === 'refused'
            ? verified
            : refusal('expired_authorization', 'The authorization was already used.');
        const challenge = await this.#settlement.challenge(sale, offer, why, payer);
        return await this.#release(id, claim, challenge);
      }
      if (verified.kind !== 'valid')
        throw new ServiceError('payment_facilitator_unavailable', { retryAfterSeconds: 5 });
      if (work.buildsAfterVerify) await this.#settlement.step(id, claim, 'verify');
      const built = await work.build();
      if (built.kind === 'diagnostic') return await this.#release(id, claim, built);
      alive(call.signal);
      body = built.body;
    } catch (error) {
      await ledger.release(id, claim.holder).catch(() => false);
      throw error;
    }
    return this.#settlement.conclude(sale, payment, offer, { id, body, claim, since: claim.now, sentBefore: false });
  }

  /** Gives the payment back unused. Where the claim was lost meanwhile, whoever holds it now decides what is answered. */
  async #release(id: string, claim: Claim, result: PaidResult): Promise<PaidResult> {
    const released = await fromLedger(this.#ports.ledger.release(id, claim.holder));
    if (!released) throw new ServiceError('payment_processing_retry', { retryAfterSeconds: 1 });
    return result;
  }

  #claim(): Claim {
    return { holder: randomUUID(), now: this.#ports.payments.now, leaseMs: this.#leaseMs };
  }

  /** Keeps a claim alive while work under it goes on. */
  async #withLease<T>(id: string, claim: Claim, work: () => Promise<T>): Promise<T> {
    const { ledger, payments, log } = this.#ports;
    const timer = setInterval(() => {
      ledger
        .renew(id, { ...claim, now: payments.now })
        .catch((error) => log.error({ err: error }, 'claim could not be renewed'));
    }, this.#leaseMs / 3);
    timer.unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }
}

function alive(signal: AbortSignal): void {
  if (signal.aborted) throw new ServiceError('cancelled');
}
