import type { Ledger } from '../../src/store/ledger.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { testClock } from '../clock.ts';
import { railSettings } from '../rail/settings.ts';
import { openShop } from './shop.ts';
import { openTestJobs } from './test-jobs.ts';

interface ChildOptions {
  readonly dataDir: string;
  readonly rail: Parameters<typeof railSettings>[0];
  /** `before:settle` or `after:dispatch`: the ledger step at which this process stands still for ever. */
  readonly standStill?: string;
  /** Sells the route of jobs instead of the usual ones; nobody works on them here. */
  readonly sellsJobs?: boolean;
}

/** A ledger that stands still around one of its steps, so that the process can be killed exactly there. */
function standing(ledger: Ledger, at: string | undefined): Ledger {
  const still = () => {
    process.stdout.write('standing still\n');
    return new Promise<never>(() => setInterval(() => undefined, 60_000));
  };
  return new Proxy(ledger, {
    get(target, property) {
      const value = target[property as keyof Ledger] as unknown;
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      if (property !== 'step') return method;
      return async (...args: unknown[]) => {
        if (at === `before:${args[2]}`) await still();
        const result = await method(...args);
        if (at === `after:${args[2]}`) await still();
        return result;
      };
    },
  });
}

// argv: options as JSON. Prints its address, then serves until it is killed.
const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const ledger = standing(openLedger({ databaseUrl: undefined, dataDir: options.dataDir }), options.standStill);
const payments = railSettings(options.rail);
const selling = options.sellsJobs && openTestJobs({ dataDir: options.dataDir, clock: testClock, ledger });
const shop = await openShop({ payments, dataDir: options.dataDir, ledger, leaseMs: 1200, ...(selling && { selling }) });
process.stdout.write(`${shop.url}\n`);
