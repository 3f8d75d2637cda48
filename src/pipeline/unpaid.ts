import { ServiceError } from '../kernel/errors.ts';
import type { CallCounter } from '../kernel/ports/shared.ts';
import { requestBudget } from '../kernel/request-budget.ts';
import { callerNow, OwnCounter } from './caller.ts';
import { argumentsHash, type SoldTool, saleTerms } from './paid-terms.ts';
import type { KnownWallet, WalletLimits } from './wallet-limits.ts';

/** Requests to sources that a call may send to decide coverage, before its payment is verified. */
export const unpaidRequests = 6;
/** From the end of an offer to the end of work that may still begin under it. */
const marginSeconds = 30;

/**
 * The stages of a sold tool: `covering` before the payment is verified, `building` after it. A buyer of the same call reuses
 * the replies that coverage read, until the offer expires.
 */
export function saleAsking(tool: SoldTool, input: Readonly<Record<string, unknown>>) {
  const lifeMs = (saleTerms(tool).maxTimeoutSeconds + marginSeconds) * 1000;
  const offer = { id: `${tool.slug} ${argumentsHash(input)}`, lifeMs };
  return { covering: { offer, budget: requestBudget(unpaidRequests) }, building: { offer } };
}

/**
 * How many calls of products a caller may make in a minute without a payment. Only these
 * calls query sources for a product without a payment; calls of free tools and of buyers are counted elsewhere.
 */
export class UnpaidCalls {
  readonly #perMinute: number;
  readonly #wallets: Pick<WalletLimits, 'of'> | undefined;
  readonly #counter: CallCounter;

  /**
   * @param perMinute of an address, and of a wallet without history; 0 turns the limit off
   * @param wallets recognizes callers that show the claim of a purchase; absent: each counts by its address
   * @param counter what counts; in the memory of this process where absent
   */
  constructor(perMinute: number, wallets?: Pick<WalletLimits, 'of'>, counter: CallCounter = new OwnCounter()) {
    this.#perMinute = perMinute;
    this.#wallets = wallets;
    this.#counter = counter;
  }

  /** Counts one call of the current caller. Throws `rate_limited` with the seconds until the next one is answered. */
  async count(tool: SoldTool): Promise<void> {
    const counted = await this.#countedAs(tool);
    if (!counted) return;
    const { calls, resetsInMs } = await this.#counter.count(counted.key);
    if (calls <= counted.limit) return;
    throw new ServiceError('rate_limited', {
      detail: `More than ${counted.limit} calls of paid products without a payment in one minute.`,
      retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)),
    });
  }

  /** Takes back the call that led to a payment, and the call that brought it: buyers are not counted. */
  async giveBack(tool: SoldTool): Promise<void> {
    await callerNow()?.giveBack?.();
    const counted = await this.#countedAs(tool);
    if (counted) await this.#counter.giveBack(counted.key);
  }

  /** A promoted tool counts with its free twin. */
  async #countedAs(tool: SoldTool): Promise<KnownWallet | undefined> {
    const caller = callerNow();
    if (this.#perMinute === 0 || tool.kind === 'free' || !caller) return undefined;
    const { claim, address } = caller;
    const wallet = claim === undefined ? undefined : await this.#wallets?.of(claim, this.#perMinute);
    return wallet ?? { key: address, limit: this.#perMinute };
  }
}
