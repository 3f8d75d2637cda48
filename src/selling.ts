import type { Registry } from './catalog/registry.ts';
import { systemClock } from './config/clock.ts';
import type { Config } from './config/config.ts';
import type { Log } from './kernel/ports/log.ts';
import { Payments } from './payments/payments.ts';
import type { FreePipeline } from './pipeline/free.ts';
import { PaidPipeline } from './pipeline/paid.ts';
import { UnpaidCalls } from './pipeline/unpaid.ts';
import type { Ledger } from './store/ledger.ts';
import type { Objects } from './store/object-store.ts';
import { openLedger } from './store/open-ledger.ts';
import { keyOrigin } from './store/open-signer.ts';
import { keepStoreBounded } from './store/upkeep.ts';
import { paidExecute } from './transports/mcp/paid-execute.ts';
import { createPaidHttp } from './transports/rest/paid-http.ts';
import type { PaidHttpPort } from './transports/rest/ports.ts';

export interface SellingParts {
  readonly config: Config;
  readonly registry: Registry;
  readonly free: FreePipeline;
  readonly objects: Objects;
  readonly log: Log;
  readonly clock: () => Date;
}

/** Everything that sells, put together: loaded when the first paid route is touched. */
export interface Selling {
  readonly pipeline: PaidPipeline;
  readonly http: PaidHttpPort;
  readonly ledger: Ledger;
  readonly execute: typeof paidExecute;
  close(): Promise<void>;
}

export function openSelling({ config, registry, free, objects, log, clock }: SellingParts): Selling {
  const ledger = openLedger({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  if (keyOrigin({ key: config.bundleSigning.key, databaseUrl: config.databaseUrl }) === 'none')
    log.warn({}, 'evidence bundles are not signed: with PostgreSQL the key comes from SVC_BUNDLE_SIGNING_KEY alone');
  // the real clock: periods of validity are held against the chain's, not against a clock that a test sets
  const payments = new Payments(config.payments, log, () => systemClock().getTime());
  const unpaidCalls = new UnpaidCalls(config.unpaidLimitPerMinute);
  const pipeline = new PaidPipeline({ registry, free, payments, ledger, log, unpaidCalls });
  const stopUpkeep = keepStoreBounded(
    { ledger, objects },
    { ledger: () => payments.now, objects: () => clock().getTime() },
    log,
  );
  return {
    pipeline,
    ledger,
    http: createPaidHttp(pipeline),
    execute: paidExecute,
    async close() {
      stopUpkeep();
      await ledger.close();
    },
  };
}
