import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { once } from '../kernel/memoize.ts';
import type { CallCount, CallCounter } from '../kernel/ports/shared.ts';

/** Who a request is counted against. */
export interface Caller {
  /** A network address; of IPv6 the network of one household. */
  readonly address: string;
  /** The claim of an earlier purchase that the caller shows. */
  readonly claim?: string | undefined;
  /** Takes this request back where the limit on all requests counted it. */
  giveBack?(): Promise<void>;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs a request of any protocol so that it counts against its caller. */
export const onBehalfOf = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/** The caller of the current call; undefined for programs of this machine, which no limit counts. */
export const callerNow = (): Caller | undefined => callers.getStore();

const windowMs = 60_000;
/** Number of callers that are counted at a time; beyond it the count of the least recent caller is dropped. */
const maxCallers = 20_000;

interface Window {
  readonly endsAt: number;
  calls: number;
}

/** Counts in the memory of this process. */
export class OwnCounter implements CallCounter {
  readonly #windows = once(() => new LRUCache<string, Window>({ max: maxCallers }));

  async count(caller: string, calls = 1): Promise<CallCount> {
    const now = performance.now();
    const known = this.#windows().get(caller);
    const window = known && known.endsAt > now ? known : { endsAt: now + windowMs, calls: 0 };
    if (window !== known) this.#windows().set(caller, window);
    window.calls += calls;
    return { calls: window.calls, resetsInMs: window.endsAt - now };
  }

  async giveBack(caller: string, calls = 1): Promise<void> {
    const window = this.#windows().get(caller);
    if (window && window.endsAt > performance.now()) window.calls = Math.max(0, window.calls - calls);
  }
}
