import { LRUCache } from 'lru-cache';
import { ServiceError } from '../kernel/errors.ts';
import type { CallCount, CallCounter } from '../kernel/ports/shared.ts';
import type { AskingTerms } from '../kernel/ports/sources.ts';
import { type RequestBudget, requestBudget } from '../kernel/request-budget.ts';
import { callerNow } from './caller.ts';
import { argumentsHash, type SoldTool, saleTerms } from './paid-terms.ts';

/** Requests to sources that a call may send before its payment was verified: what coverage is decided by. */
export const unpaidRequests = 6;
/** From the end of an offer to the end of the work that it may still begin. */
const marginSeconds = 30;

/** How a sold tool asks: `covering` before the payment was verified, `building` after it. */
export interface SaleAsking {
  readonly covering: AskingTerms & { readonly budget: RequestBudget };
  readonly building: AskingTerms;
}

/** What is heard while coverage is decided is heard again by whoever buys the same, until the offer is over. */
export function saleAsking(tool: SoldTool, input: Readonly<Record<string, unknown>>): SaleAsking {
  const lifeMs = (saleTerms(tool).maxTimeoutSeconds + marginSeconds) * 1000;
  const offer = { id: `${tool.slug} ${argumentsHash(input)}`, lifeMs };
  return { covering: { offer, budget: requestBudget(unpaidRequests) }, building: { offer } };
}

const windowMs = 60_000;
/** Callers that are counted at a time; beyond them the one that asked least recently begins anew. */
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
}

/**
 * How many calls of products a caller may make in a minute without a payment. They are the only calls that ask sources
 * for nothing; what is asked for free tools and for buyers counts elsewhere.
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

  /** Counts one call of the caller who asks now. Throws `rate_limited` with the seconds until the next one is answered. */
  async count(tool: SoldTool): Promise<void> {
    const caller = callerNow();
    // a promoted tool is asked for nothing as well: it has its free twin, and counts with it
    if (this.#perMinute === 0 || caller === undefined || tool.kind === 'free') return;
    const { calls, resetsInMs } = await this.#counter.count(caller);
    if (calls <= this.#perMinute) return;
    throw new ServiceError('rate_limited', {
      detail: `More than ${this.#perMinute} calls of paid products without a payment in one minute.`,
      retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)),
    });
  }
}
