import { z } from 'zod';
import type { Log } from '../kernel/ports/log.ts';
import type { ClockCheck } from './clock-check.ts';
import { exchange, parsed } from './http-exchange.ts';
import { type Reading, readReason, readVerifyReason } from './reasons.ts';
import type { Offer, Receipt, Refusal, SignedPayment } from './wire.ts';

/** What may be left out or be null. */
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const text = maybe(z.string());
const record = maybe(z.record(z.string(), z.unknown()));
const VerifySchema = z.object({ isValid: z.boolean(), invalidReason: text, invalidMessage: text, payer: text });
const SettleSchema = z.object({
  success: z.boolean(),
  errorReason: text,
  errorMessage: text,
  payer: text,
  transaction: text,
  network: text,
  amount: text,
  extensions: record,
  extra: record,
});
const SupportedSchema = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string(), network: z.string(), extra: record })),
  /** Addresses that the facilitator signs with, by network pattern (`solana:*`). */
  signers: maybe(z.record(z.string(), z.array(z.string()))),
});
export type Supported = z.infer<typeof SupportedSchema>;
export type SupportedKind = Supported['kinds'][number];

/** Why no usable answer came; for the log. Never text of the other side: it may repeat the payment. */
export interface NoAnswer {
  readonly kind: 'no_answer';
  readonly why: string;
}

export type VerifyOutcome =
  | { readonly kind: 'valid'; readonly payer: string | undefined }
  | Refusal
  | { readonly kind: 'used' }
  | NoAnswer;

export type SettleOutcome =
  | { readonly kind: 'settled'; readonly receipt: Receipt }
  /** `transaction`: the one of this order, where it is named. */
  | (Reading & { readonly reason: string; readonly transaction: string | undefined })
  | NoAnswer;

const maxBytes = 256 * 1024;

/**
 * Client of an x402 v2 facilitator. Own instead of the published one, which writes to stdout (the channel of stdio
 * transports), follows redirects with the payment in hand, and puts the other side's text into its errors.
 * Every outcome is a value.
 */
export class Facilitator {
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #clock: ClockCheck | undefined;

  /**
   * @param timeoutMs of a verification; a settlement may take three times as long
   * @param clock learns the dates of the answers
   */
  constructor(url: string, timeoutMs: number, clock?: ClockCheck) {
    this.#url = url.replace(/\/+$/, '');
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  async supported(): Promise<Supported | NoAnswer> {
    const answer = await this.#ask('supported', undefined, Math.min(this.#timeoutMs, 5_000), SupportedSchema);
    if ('kind' in answer) return answer;
    return answer.ok ? answer.data : { kind: 'no_answer', why: `supported answered ${answer.status}` };
  }

  async verify(payment: SignedPayment, offer: Offer): Promise<VerifyOutcome> {
    const answer = await this.#ask('verify', { payment, offer }, this.#timeoutMs, VerifySchema);
    if ('kind' in answer) return answer;
    const { isValid, invalidReason, invalidMessage, payer } = answer.data;
    if (!isValid) return readVerifyReason(invalidReason, invalidMessage, offer.network);
    return answer.ok ? { kind: 'valid', payer } : { kind: 'no_answer', why: `verify answered ${answer.status}` };
  }

  async settle(payment: SignedPayment, offer: Offer): Promise<SettleOutcome> {
    const answer = await this.#ask('settle', { payment, offer }, Math.max(3 * this.#timeoutMs, 1_000), SettleSchema);
    if ('kind' in answer) return answer;
    const { success, errorReason, errorMessage, transaction, payer, network, amount, extensions, extra } = answer.data;
    const reason = (errorReason ?? 'no reason given').slice(0, 120);
    if (success) {
      if (!answer.ok || !transaction || (network && network !== offer.network))
        return { kind: 'no_answer', why: 'settle said success without a transaction on this network' };
      const receipt = {
        success: true,
        transaction,
        network: offer.network,
        ...(payer && { payer }),
        amount: amount ?? offer.amount,
        ...(extensions && { extensions }),
        ...(extra && { extra }),
      };
      return { kind: 'settled', receipt };
    }
    return { ...readReason(errorReason, errorMessage, offer.network), reason, transaction: transaction || undefined };
  }

  async #ask<T>(
    operation: 'supported' | 'verify' | 'settle',
    body: { payment: SignedPayment; offer: Offer } | undefined,
    timeoutMs: number,
    schema: z.ZodType<T>,
  ): Promise<{ ok: boolean; status: number; data: T } | NoAnswer> {
    const heard = this.#clock?.asking();
    const request = {
      url: new URL(`${this.#url}/${operation}`),
      body: body && JSON.stringify({ x402Version: 2, paymentPayload: body.payment, paymentRequirements: body.offer }),
      ...{ timeoutMs, maxBytes },
    };
    let answer = await exchange({ ...request, keepAlive: true });
    // nothing moves by the other two: they are sent once more where a kept connection turns out to be closed
    if ('isStale' in answer && answer.isStale && operation !== 'settle') answer = await exchange(request);
    if (answer.kind !== 'answered') return { kind: 'no_answer', why: `${operation}: ${answer.why}` };
    const { status, text } = answer;
    heard?.(Date.parse(answer.header('date') ?? '') + Number(answer.header('age') ?? 0) * 1000);
    // a refusal may come as 4xx with a body of the protocol; 5xx never says anything for certain
    if (status >= 500) return { kind: 'no_answer', why: `${operation} answered ${status}` };
    const { data } = schema.safeParse(parsed(text));
    if (data !== undefined) return { ok: status < 300, status, data };
    return { kind: 'no_answer', why: `${operation} answered ${status} with an unusable body` };
  }
}

const freshMs = 30_000;
const usableMs = 120_000;
const pauseMs = 3_000;

/**
 * What the facilitator serves right now. A facilitator that does not answer serves nothing, and nothing is offered.
 * Known answers are renewed beside the calls; a call waits only where nothing usable is known.
 */
export function supportedCache(facilitator: Facilitator, log: Log, now: () => number) {
  let known: Supported | undefined;
  let knownAt = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  async function ask(): Promise<void> {
    const answer = await facilitator.supported();
    if ('kind' in answer) {
      failedAt = now();
      known = undefined;
      log.warn({ why: answer.why }, 'facilitator does not answer; paid routes are not offered');
    } else {
      known = answer;
      knownAt = now();
    }
    asking = undefined;
  }
  return {
    async get(): Promise<Supported | undefined> {
      const age = now() - knownAt;
      if (known && age < freshMs) return known;
      if (now() - failedAt >= pauseMs) asking ??= ask();
      if (known && age < usableMs) return known;
      await asking;
      return known && now() - knownAt < usableMs ? known : undefined;
    },
    /** A call to the facilitator failed: the next challenge queries whether it still serves. */
    invalidate(): void {
      knownAt = Math.min(knownAt, now() - freshMs);
    },
  };
}
