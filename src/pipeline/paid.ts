import { randomUUID } from 'node:crypto';
import { whileWorking } from '../kernel/call-signal.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { ParsedPayment, Reading as PaymentReading } from '../payments/payments.ts';
import { isClaimOf } from '../payments/purchase-claim.ts';
import { type Offer, type Refusal, refusal } from '../payments/wire.ts';
import type { Claim, Purchase } from '../store/ledger.ts';
import { chargedBy, fromLedger, inProgress, ledgerAnswers, MoneyKnown, usualLeaseMs } from './paid-money.ts';
import { PaidSettlement } from './paid-settle.ts';
import { alreadyUsed, NoLongerGood, newPurchase, spendingOn } from './paid-spending.ts';
import { argumentsHash, neededSeconds, type SoldTool, saleTerms } from './paid-terms.ts';
import type { Order, PaidCall, PaidPorts, PaidResult, Sale, VoucherCall } from './paid-types.ts';
import { workOf } from './paid-work.ts';
import { isBuyer } from './proof.ts';
import { validateInput } from './validate.ts';
import { redeemed } from './voucher.ts';
import { WalletLimits } from './wallet-limits.ts';

export type { PaidCall, PaidPorts, PaidResult } from './paid-types.ts';

const renewalsPerLease = 3.3;

/** The decision before the work: a result that ends the call, or admission. */
type Admission = { readonly ended: PaidResult } | 'admitted';

/**
 * Sells: validate, hash, look up the payment, cover, claim, check, verify, run, store, settle, store the receipt, answer.
 * Every transport decides a paid call here.
 */
export class PaidPipeline {
  readonly #ports: PaidPorts;
  readonly #settlement: PaidSettlement;
  readonly #wallets: WalletLimits;
  readonly #leaseMs: number;
  #undecided = 0;

  constructor(ports: PaidPorts) {
    this.#ports = ports;
    this.#leaseMs = ports.leaseMs ?? usualLeaseMs;
    this.#settlement = new PaidSettlement(ports);
    this.#wallets = new WalletLimits(ports.ledger, () => ports.payments.now, ports.payerLimit);
  }

  /** Whether a wallet and a facilitator are configured. */
  get configured(): boolean {
    return this.#ports.payments.configured;
  }

  /** The sold tool of a slug. Throws unknown_tool, or not_callable_here where a transport does not carry it. */
  tool(slug: string, transport: PaidCall['transport'] = 'rest'): SoldTool {
    const tool = this.#ports.registry.paidTool(slug);
    if (!tool)
      throw new ServiceError('unknown_tool', {
        detail: 'There is no paid route of that name.',
        extra: { paidIndex: '/.well-known/ai-tool/index.json' },
      });
    if (transport !== 'rest' && tool.kind !== 'free' && tool.paid.restOnly)
      throw new ServiceError('not_callable_here', {
        detail: `${tool.slug} is served over REST only.`,
        extra: { endpoint: `/api/${tool.slug}`, priceUsdc: tool.paid.priceUsdc },
      });
    if (tool.kind !== 'free' && tool.job && !this.#ports.jobs)
      throw new ServiceError('not_ready', { detail: 'No worker runs jobs here.', retryAfterSeconds: 300 });
    return tool;
  }

  /** The challenge of a route without any work: what GET, HEAD and an empty POST show. */
  async discover(slug: string, resourceUrl: string): Promise<PaidResult> {
    const tool = this.tool(slug);
    const offers = await this.#offers(tool);
    const options = { transport: 'rest', discovery: true } as const;
    const paymentRequired = await this.#ports.payments.challenge(saleTerms(tool), offers, resourceUrl, options);
    return { kind: 'challenge', headers: {}, paymentRequired };
  }

  /** One paid call. Throws ServiceError for 4xx and 5xx answers that carry no challenge. */
  call(call: PaidCall): Promise<PaidResult> {
    return whileWorking(call.signal, (signal) => this.#call({ ...call, signal }));
  }

  async #call(call: PaidCall): Promise<PaidResult> {
    const { payments } = this.#ports;
    const tool = this.tool(call.slug, call.transport);
    const given = validateInput(tool, call.args);
    const input = this.#ports.free.nameless(given);
    const { signal, requestId, progress } = call;
    const work = workOf(this.#ports, tool, input, { signal, requestId, ...(progress && { progress }) });
    const money = new MoneyKnown();
    // the order is the one that was given: a purchase is known by it whatever is left out of its work
    const sale: Sale = { tool, argsHash: argumentsHash(given), call, work, money };
    const { credential, voucher } = call;
    const isPaid = credential !== undefined && credential !== null && credential !== '';
    if (!isPaid && !voucher) return this.#offer(sale);
    try {
      if (isPaid) return await this.#pay(sale, await payments.read(credential));
      const payment = await redeemed(this.#ports, voucher as VoucherCall, tool.slug);
      return await this.#pay(sale, { ok: true, payment });
    } catch (error) {
      throw money.in(error);
    }
  }

  async #pay(sale: Sale, reading: PaymentReading): Promise<PaidResult> {
    if (!reading.ok) return this.#offRail(sale, reading);
    // a known payment may have been charged: its state is unknown until the ledger is read
    sale.money.charged = 'unknown';
    const known = await fromLedger(this.#ports.ledger.find(reading.payment.identity.id));
    sale.money.charged = chargedBy(known);
    const claimed = { ...sale, claim: reading.payment.credential.claim };
    return known ? this.#resumeOrReplay(claimed, reading.payment, known) : this.#buy(claimed, reading.payment);
  }

  /** A payment that no rail here takes: of a purchase from when its rail was served it is replayed to its buyer. */
  async #offRail(sale: Sale, { refusal: why, credential }: Exclude<PaymentReading, { ok: true }>): Promise<PaidResult> {
    if (!credential) return this.#offer(sale, why);
    const known = await fromLedger(this.#ports.ledger.findByCredential(credential.hash));
    if (known?.state !== 'settled' || !isBuyer(known, { credential }, this.#ports.payments.now))
      return this.#offer(sale, why);
    if (known.slug !== sale.tool.slug || known.argsHash !== sale.argsHash)
      throw new ServiceError('payment_replay_different_request', { charged: false });
    sale.money.charged = true;
    return this.#settlement.replay({ ...sale, claim: credential.claim }, known);
  }

  /** A diagnostic where there is nothing worth paying for, else a challenge; the refusal says why a payment was refused. */
  async #offer(sale: Sale, refused?: Refusal): Promise<PaidResult> {
    const { call, tool, work } = sale;
    if (!this.configured) throw new ServiceError('tool_sdk_not_configured', { retryAfterSeconds: 30 });
    await this.#ports.unpaidCalls?.count(tool);
    const covered = await work.cover();
    if (covered.kind === 'diagnostic') return covered;
    alive(call.signal);
    const offers = await this.#offers(tool);
    const options = { transport: call.transport, refused };
    const paymentRequired = await this.#ports.payments.challenge(saleTerms(tool), offers, call.resourceUrl, options);
    return { kind: 'challenge', headers: covered.challengeHeaders ?? {}, paymentRequired };
  }

  async #offers(tool: SoldTool): Promise<readonly Offer[]> {
    // a challenge is made only where the buyer can buy
    await ledgerAnswers(this.#ports.ledger);
    const offers = await this.#ports.payments.offers(saleTerms(tool));
    if (offers.length === 0) throw new ServiceError('tool_sdk_not_configured', { retryAfterSeconds: 30 });
    return offers;
  }

  async #buy(sale: Sale, payment: ParsedPayment): Promise<PaidResult> {
    const { payments } = this.#ports;
    const { call, tool } = sale;
    const offers = await payments.offers(saleTerms(tool));
    if (offers.length === 0) return this.#offer(sale);
    const offer = payment.shown?.offer ?? payments.match(payment, offers, call.resourceUrl);
    if ('kind' in offer) return this.#offer(sale, offer);
    const checked = await payments.precheck(payment, offer, neededSeconds(tool));
    if (checked.kind === 'refused') return this.#offer(sale, checked);
    // not counted until the facilitator has verified the payer: a forged one would lock out the payer that it names
    const order = { sale, payment, offer };
    const admission = checked.kind === 'undecided' ? await this.#admitUndecided(order) : undefined;
    if (typeof admission === 'object') return admission.ended;
    const claim = this.#claim();
    const purchase = newPurchase(order);
    const result = await this.#wallets.claim(purchase, claim);
    if (result.kind === 'taken') return this.#resumeOrReplay(sale, payment, result.purchase);
    if (result.kind === 'ordered') return this.#ordered(sale, result.purchase);
    const work = () => this.#work(order, claim, admission);
    return this.#withLease(purchase.id, claim, () => this.#wallets.timed(work));
  }

  /** A second payment for an order that has one: nothing moves, and who shows the claim of the first gets what it bought. */
  async #ordered(sale: Sale, known: Purchase): Promise<PaidResult> {
    const { shownClaim } = sale.call;
    const isSame = known.slug === sale.tool.slug && known.argsHash === sale.argsHash;
    if (isSame && known.state === 'settled' && isClaimOf(known.claimHash ?? '', shownClaim))
      return this.#settlement.replay({ ...sale, claim: shownClaim }, known);
    throw new ServiceError('order_already_paid', { charged: false });
  }

  async #resumeOrReplay(sale: Sale, payment: ParsedPayment, known: Purchase): Promise<PaidResult> {
    const { payments, ledger } = this.#ports;
    const { tool, argsHash } = sale;
    // a settled payment is public: without its claim each call gets the same answer, whatever its arguments
    if (!isBuyer(known, payment, payments.now)) {
      sale.money.charged = false;
      return this.#used(sale, payment);
    }
    if (known.slug !== tool.slug || known.argsHash !== argsHash)
      throw new ServiceError('payment_replay_different_request', { charged: false });
    const offer = JSON.parse(known.offer) as Offer;
    if (known.credentialHash !== payment.credential.hash) {
      const checked = await payment.identity.precheck(offer);
      if (checked.kind !== 'good')
        return this.#offer(sale, checked.kind === 'refused' ? checked : refusal('invalid_signature'));
    }
    if (known.state === 'settled') return this.#settlement.replay(sale, known);
    const claim = this.#claim();
    const taken = await fromLedger(ledger.takeOver(known.id, claim));
    if (!taken) {
      const now = await fromLedger(ledger.find(known.id));
      if (now?.state === 'settled') return this.#settlement.replay(sale, now);
      throw inProgress(now?.leaseUntil ?? 0, payments.now);
    }
    sale.money.charged = chargedBy(taken);
    return this.#withLease(known.id, claim, async () => {
      const order = { sale, payment, offer };
      if (taken.state !== 'claimed') return this.#settlement.resume(order, taken, claim);
      const checked = await payments.precheck(payment, offer, neededSeconds(tool));
      if (checked.kind !== 'refused') return this.#work(order, claim);
      return this.#release(known.id, claim, await this.#offer(sale, checked));
    });
  }

  /** The answer to a payment that is used up, the same for every call of a route. */
  async #used(sale: Sale, payment: ParsedPayment): Promise<PaidResult> {
    await this.#ports.unpaidCalls?.count(sale.tool);
    const [offer] = await this.#offers(sale.tool);
    if (!offer) throw new ServiceError('tool_sdk_not_configured', { retryAfterSeconds: 30 });
    return this.#settlement.challenge({ sale, payment, offer }, alreadyUsed);
  }

  /** Verification of payments that only the facilitator judges, a limited number at once: forgeries block no other buyer. */
  async #admitUndecided(order: Order): Promise<Admission> {
    const { undecidedLimit = 16 } = this.#ports;
    if (this.#undecided >= undecidedLimit)
      throw new ServiceError('too_many_unsettled_payments', {
        detail: 'Too many payments are being verified whose signature only the facilitator can judge.',
        retryAfterSeconds: 5,
      });
    this.#undecided += 1;
    try {
      return await this.#admit(order);
    } finally {
      this.#undecided -= 1;
    }
  }

  /** Coverage, then the facilitator's verification; neither moves money. */
  async #admit(order: Order): Promise<Admission> {
    const { sale, payment, offer } = order;
    const { call, work } = sale;
    const covered = await work.cover();
    if (covered.kind === 'diagnostic') return { ended: covered };
    alive(call.signal);
    const verified = await this.#ports.payments.verify(payment, offer);
    switch (verified.kind) {
      case 'valid':
        await this.#ports.unpaidCalls?.giveBack(sale.tool);
        return 'admitted';
      case 'no_answer':
        throw new ServiceError('payment_facilitator_unavailable', { retryAfterSeconds: 5 });
      case 'used':
        return { ended: await this.#settlement.challenge(order, alreadyUsed) };
      case 'refused':
        return { ended: await this.#settlement.challenge(order, verified) };
    }
  }

  /** Everything between the claim and the stored artifact. A failure here leaves the payment unused. */
  async #work(order: Order, claim: Claim, admitted?: 'admitted'): Promise<PaidResult> {
    const { ledger, payments } = this.#ports;
    const { sale } = order;
    const { call, work } = sale;
    const { id } = order.payment.identity;
    let body: string;
    let bodyUntil: number | undefined;
    try {
      const admission = admitted ?? (await this.#admit(order));
      if (admission !== 'admitted') return await this.#release(id, claim, admission.ended);
      if (work.buildsAfterVerify) await this.#settlement.step(id, claim, 'verify');
      const lost = () => this.#settlement.lost(id);
      const built = await work.build(spendingOn({ ledger, payments, lost }, order, claim));
      if (built.kind === 'diagnostic') return await this.#release(id, claim, built);
      alive(call.signal);
      body = built.body;
      if (built.keepMs !== undefined) bodyUntil = payments.now + built.keepMs;
    } catch (error) {
      if (error instanceof NoLongerGood)
        return await this.#release(id, claim, await this.#settlement.challenge(order, error.why));
      const released = await ledger.release(id, claim.holder).catch(() => false);
      // the process that has the claim now may settle
      if (!released) sale.money.charged = 'unknown';
      throw error;
    }
    return this.#settlement.conclude({ ...order, id, body, claim, bodyUntil, since: claim.now, before: 'none' });
  }

  /** Releases the payment unused. Where the claim was lost meanwhile, its new holder determines the answer. */
  async #release(id: string, claim: Claim, result: PaidResult): Promise<PaidResult> {
    const released = await fromLedger(this.#ports.ledger.release(id, claim.holder));
    if (!released) throw await this.#settlement.lost(id);
    return result;
  }

  #claim(): Claim {
    return { holder: randomUUID(), now: this.#ports.payments.now, leaseMs: this.#leaseMs };
  }

  async #withLease<T>(id: string, claim: Claim, work: () => Promise<T>): Promise<T> {
    const { ledger, payments, log } = this.#ports;
    const timer = setInterval(() => {
      ledger
        .renew(id, { ...claim, now: payments.now })
        .catch((error) => log.error({ err: error }, 'claim could not be renewed'));
    }, this.#leaseMs / renewalsPerLease);
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
