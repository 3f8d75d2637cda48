import type { DownstreamSettings } from '../../src/payments/downstream/settings.ts';
import { openBooks } from '../../src/store/open-ledger.ts';
import { testClock } from '../clock.ts';
import { railSettings } from '../rail/settings.ts';
import { openShop } from './shop.ts';
import { openTestJobs } from './test-jobs.ts';

export interface ChildOptions {
  readonly dataDir: string;
  readonly rail: Parameters<typeof railSettings>[0];
  readonly downstream?: DownstreamSettings;
  /**
   * `before:settle` or `after:dispatch`: the step of the ledger, or of what is bought outside (`before:send`,
   * `after:reserve`), at which this process stands still for ever.
   */
  readonly standStill?: string;
  /** Sells the route of jobs instead of the usual ones; no one works on them here. */
  readonly sellsJobs?: boolean;
}

/** A book that stands still around one of its steps, so that the process can be killed exactly there. */
function standing<T extends object>(book: T, at: string | undefined): T {
  const still = () => {
    process.stdout.write('standing still\n');
    return new Promise<never>(() => setInterval(() => undefined, 60_000));
  };
  return new Proxy(book, {
    get(target, property) {
      const value = target[property as keyof T] as unknown;
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      if (property !== 'step' && property !== 'reserve') return method;
      return async (...args: unknown[]) => {
        const step = property === 'step' ? args[2] : property;
        if (at === `before:${step}`) await still();
        const result = await method(...args);
        if (at === `after:${step}`) await still();
        return result;
      };
    },
  });
}

// argv: options as JSON. Prints its address, then serves until it is killed.
const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const { dataDir, downstream, standStill } = options;
const books = openBooks({ databaseUrl: undefined, dataDir });
const [ledger, spend] = [standing(books.ledger, standStill), standing(books.spend, standStill)];
const payments = railSettings(options.rail);
const selling = options.sellsJobs && openTestJobs({ dataDir, clock: testClock, ledger });
const shop = await openShop({
  ...{ payments, dataDir, ledger, spend, leaseMs: 600 },
  ...(downstream && { downstream }),
  ...(selling && { selling }),
});
process.stdout.write(`${shop.url}\n`);
