import { LRUCache } from 'lru-cache';
import { ServiceError } from '../kernel/errors.ts';
import type { CallCount, CallCounter } from '../kernel/ports/shared.ts';
import type { AskingTerms } from '../kernel/ports/sources.ts';
import { type RequestBudget, requestBudget } from '../kernel/request-budget.ts';
import { callerNow } from './caller.ts';
import { argumentsHash, type SoldTool, saleTerms } from './paid-terms.ts';

/** Requests to sources that a call may send to decide coverage, before its payment is verified. */
export const unpaidRequests = 6;
/** From the end of an offer to the end of work that may still begin under it. */
const marginSeconds = 30;

/** The stage of a sold tool: `covering` before the payment is verified, `building` after it. */
export interface SaleAsking {
  readonly covering: AskingTerms & { readonly budget: RequestBudget };
  readonly building: AskingTerms;
}

/** A buyer of the same call reuses the replies that coverage read, until the offer expires. */
export function saleAsking(tool: SoldTool, input: Readonly<Record<string, unknown>>): SaleAsking {
  const lifeMs = (saleTerms(tool).maxTimeoutSeconds + marginSeconds) * 1000;
  const offer = { id: `${tool.slug} ${argumentsHash(input)}`, lifeMs };
  return { covering: { offer, budget: requestBudget(unpaidRequests) }, building: { offer } };
}

const windowMs = 60_000;
/** Number of callers that are counted at a time; beyond it the count of the least recent caller is dropped. */
const maxCallers = 20_000;

interface Window {
  readonly endsAt: number;
  calls: number;
}

/** Counts in the memory of this process. */
class OwnCounter implements CallCounter {
  readonly #windows = new LRUCache<string, Window>({ max: maxCallers });

  async count(caller: string): Promise<CallCount> {
    const now = performance.now();
    const known = this.#windows.get(caller);
    const window = known && known.endsAt > now ? known : { endsAt: now + windowMs, calls: 0 };
    if (window !== known) this.#windows.set(caller, window);
    window.calls += 1;
    return { calls: window.calls, resetsInMs: window.endsAt - now };
  }

  async giveBack(caller: string): Promise<void> {
    const window = this.#windows.get(caller);
    if (window && window.endsAt > performance.now()) window.calls = Math.max(0, window.calls - 1);
  }
}

/**
 * How many calls of products a caller may make in a minute without a payment. Only these
 * calls query sources for a product without a payment; calls of free tools and of buyers are counted elsewhere.
 */
export class UnpaidCalls {
  readonly #perMinute: number;
  readonly #counter: CallCounter;

  /**
   * @param perMinute 0 turns the limit off
   * @param counter what counts; in the memory of this process where absent
   */
  constructor(perMinute: number, counter: CallCounter = new OwnCounter()) {
    this.#perMinute = perMinute;
    this.#counter = counter;
  }

  /** Counts one call of the current caller. Throws `rate_limited` with the seconds until the next one is answered. */
  async count(tool: SoldTool): Promise<void> {
    const caller = this.#countedCaller(tool);
    if (caller === undefined) return;
    const { calls, resetsInMs } = await this.#counter.count(caller);
    if (calls <= this.#perMinute) return;
    throw new ServiceError('rate_limited', {
      detail: `More than ${this.#perMinute} calls of paid products without a payment in one minute.`,
      retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)),
    });
  }

  /** Takes back the call that led to a purchase: buyers are not counted. */
  async giveBack(tool: SoldTool): Promise<void> {
    const caller = this.#countedCaller(tool);
    if (caller !== undefined) await this.#counter.giveBack(caller);
  }

  /** A promoted tool counts with its free twin. */
  #countedCaller = (tool: SoldTool) => (this.#perMinute === 0 || tool.kind === 'free' ? undefined : callerNow());
}
