import type { Log } from '../kernel/ports/log.ts';
import { dayMs } from '../kernel/time.ts';
import type { PurgeRules } from './ledger.ts';
import type { ObjectPurgeRules, Objects } from './object-store.ts';
import type { Ledger } from './sql-ledger.ts';
import type { SpendStore } from './sql-spend.ts';

/** Often enough that data with a licensed storage of one day are deleted within the following hour. */
const everyMs = 3_600_000;

/** Period in which an expired copy is reported as expired and a renewed one can be renewed again; then it is unknown. */
const endedMs = 30 * dayMs;
/** Period in which unsold objects are stored. */
const unnamedMs = 2 * dayMs;

/** Milliseconds by the clock that dates the rows of a store. */
type StoreClocks = Readonly<Record<'ledger' | 'objects', () => number>>;

interface KeepRules {
  readonly ledger: Omit<PurgeRules, 'now'>;
  readonly objects: Omit<ObjectPurgeRules, 'now'>;
}

/** Rules of age and size from the settings. Copies of a sold body are stored as long as its row. */
export function keepRules(retention: {
  readonly artifactDays: number;
  readonly artifactMaxBytes: number;
  readonly purchaseDays: number;
}): KeepRules {
  const { artifactDays, artifactMaxBytes, purchaseDays } = retention;
  const rowMs = purchaseDays * dayMs;
  return {
    ledger: { bodyMs: artifactDays * dayMs, rowMs, maxBytes: artifactMaxBytes },
    objects: { namedMs: rowMs + endedMs, unnamedMs },
  };
}

interface Stores {
  readonly ledger: Ledger;
  readonly objects: Objects;
  /** The spending ledger; absent: nothing is bought from providers. */
  readonly spend?: SpendStore;
  /** Deletes the results of expired jobs; logs its failures. */
  readonly jobs?: { purge(): Promise<void> } | undefined;
}

/** Purges ledger, spending, jobs and objects once by the rules of age and size. Never rejects: failures are logged. */
export async function purgeStores(stores: Stores, now: StoreClocks, log: Log, rules: KeepRules): Promise<void> {
  const purge = (what: string, work: Promise<object>) =>
    work.then(
      (purged) => Object.values(purged).some((count) => count > 0) && log.info({ ...purged }, `${what} purged`),
      (error) => log.warn({ err: error }, `${what} could not be purged`),
    );
  // names of job results are deleted before the bytes without a name
  await stores.jobs?.purge();
  await Promise.all([
    purge('ledger', stores.ledger.purge({ ...rules.ledger, now: now.ledger() })),
    purge('objects', stores.objects.purge({ ...rules.objects, now: now.objects() })),
    ...(stores.spend ? [purge('spending', stores.spend.purge(now.ledger(), rules.ledger.rowMs))] : []),
  ]);
}

/** Purges now and every hour; returns the function that stops it. */
export function keepStoreBounded(stores: Stores, now: StoreClocks, log: Log, rules: KeepRules): () => void {
  const all = () => void purgeStores(stores, now, log, rules);
  const timer = setInterval(all, everyMs).unref();
  all();
  return () => clearInterval(timer);
}
