import type { JobDocument, JobsPort } from '../kernel/ports/jobs.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { ListedPurchase } from '../store/ledger.ts';
import type { JobStore } from '../store/sql-jobs.ts';
import type { Ledger } from '../store/sql-ledger.ts';

export interface SweepParts {
  readonly ledger: Pick<Ledger, 'list' | 'find'>;
  readonly store: Pick<JobStore, 'known'>;
  readonly jobs: Pick<JobsPort, 'create'>;
  readonly log: Log;
  /** Routes that sell jobs. */
  readonly slugs: readonly string[];
}

const pageSize = 200;

/** Creates the job of a purchase that has none; false where that fails, which affects no other purchase. */
async function madeUpFor(parts: SweepParts, id: string): Promise<boolean> {
  const { ledger, jobs, log } = parts;
  const purchase = id.slice(0, 12);
  try {
    const known = await ledger.find(id);
    if (known?.state !== 'settled' || known.body === undefined) return true;
    const { slug, receipt = '{}' } = known;
    const body = JSON.parse(known.body) as JobDocument;
    await jobs.create({ slug, purchaseId: id, body, receipt: JSON.parse(receipt) });
    log.warn({ purchase, slug }, 'a paid job that was not begun is begun now');
    return true;
  } catch (error) {
    log.error({ err: error, purchase }, 'a paid job could not be begun');
    return false;
  }
}

/**
 * Creates the jobs of purchases that were settled since and have none, because the process stopped after the settlement.
 * Returns the number of failures.
 */
async function sweepPurchases(parts: SweepParts, since: number): Promise<number> {
  const { ledger, store, slugs } = parts;
  if (slugs.length === 0) return 0;
  let failed = 0;
  let after: ListedPurchase | undefined;
  for (;;) {
    const page = await ledger.list({ state: 'settled', slugs, since, oldestFirst: true, limit: pageSize, after });
    const known = await store.known(page.map(({ id }) => id));
    for (const { id } of page.filter((purchase) => !known.has(purchase.id))) {
      if (!(await madeUpFor(parts, id))) failed += 1;
    }
    if (page.length < pageSize) return failed;
    after = page.at(-1);
  }
}

const everyMs = 60_000;
/** Longest period of a sweep, and that of the first one: longer than any outage of the service. */
const firstMs = 7 * 24 * 3_600_000;
/** Overlap of a later sweep with the one before, for purchases whose steps were dated before they were written. */
const overlapMs = 15 * 60_000;

/** Sweeps now and every minute; returns the function that stops the sweeps and waits for a running one. */
export function keepSweeping(parts: SweepParts, ledgerNow: () => number): () => Promise<void> {
  let since = ledgerNow() - firstMs;
  let running: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    const began = ledgerNow();
    running = sweepPurchases(parts, since).then(
      (failed) => {
        // a failed purchase is tried again for as long as the first sweep would find it
        since = Math.max(failed > 0 ? since : began - overlapMs, began - firstMs);
      },
      (error: unknown) => parts.log.warn({ err: error }, 'purchases without a job could not be looked for'),
    );
  };
  sweep();
  const timer = setInterval(sweep, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
