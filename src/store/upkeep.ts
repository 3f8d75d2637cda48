import type { Log } from '../kernel/ports/log.ts';
import { dayMs } from '../kernel/time.ts';
import { defaultPurge, type Ledger, type PurgeRules } from './ledger.ts';
import type { ObjectPurgeRules, Objects } from './object-store.ts';
import { defaultObjectPurge } from './objects.ts';
import type { SpendStore } from './spend.ts';

/** Often enough that what is kept a day by its license is gone the hour after. */
const everyMs = 3_600_000;

/** For so long an ended copy is said to have ended, and whoever had renewed it before can do so again; then nothing is known of it. */
const endedMs = 30 * dayMs;

/** Milliseconds by the clock that dates what a store holds. */
export interface StoreClocks {
  readonly ledger: () => number;
  readonly objects: () => number;
}

export interface KeepRules {
  readonly ledger: Omit<PurgeRules, 'now'>;
  readonly objects: Omit<ObjectPurgeRules, 'now'>;
}

/** Rules of age and size from what an operator sets. Copies of what was sold stay as long as its row. */
export function keepRules(retention: {
  readonly artifactDays: number;
  readonly artifactMaxBytes: number;
  readonly purchaseDays: number;
}): KeepRules {
  const { artifactDays, artifactMaxBytes, purchaseDays } = retention;
  const rowMs = purchaseDays * dayMs;
  return {
    ledger: { bodyMs: artifactDays * dayMs, rowMs, maxBytes: artifactMaxBytes },
    objects: { ...defaultObjectPurge, namedMs: rowMs + endedMs },
  };
}

interface Stores {
  readonly ledger: Ledger;
  readonly objects: Objects;
  /** What is bought outside; absent: nothing is. */
  readonly spend?: SpendStore;
  /** Forgets what jobs brought whose time is over; logs for itself what fails. */
  readonly jobs?: { purge(): Promise<void> } | undefined;
}

const usualRules: KeepRules = { ledger: defaultPurge, objects: defaultObjectPurge };

/** Purges what was sold and bought, ledger, jobs and objects, once by the rules of age and size. Never rejects: what fails is logged. */
export async function purgeStores(stores: Stores, now: StoreClocks, log: Log, rules = usualRules): Promise<void> {
  const purge = (what: string, work: Promise<object>) =>
    work.then(
      (purged) => Object.values(purged).some((count) => count > 0) && log.info({ ...purged }, `${what} purged`),
      (error) => log.warn({ err: error }, `${what} could not be purged`),
    );
  // names of what jobs brought go before the bytes that no name holds
  await stores.jobs?.purge();
  await Promise.all([
    purge('ledger', stores.ledger.purge({ ...rules.ledger, now: now.ledger() })),
    purge('objects', stores.objects.purge({ ...rules.objects, now: now.objects() })),
    ...(stores.spend ? [purge('spending', stores.spend.purge(now.ledger(), rules.ledger.rowMs))] : []),
  ]);
}

/** The same now and every hour; returns what ends that. */
export function keepStoreBounded(stores: Stores, now: StoreClocks, log: Log, rules = usualRules): () => void {
  const all = () => void purgeStores(stores, now, log, rules);
  const timer = setInterval(all, everyMs);
  timer.unref();
  all();
  return () => clearInterval(timer);
}
