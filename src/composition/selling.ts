import type { Registry } from '../catalog/registry.ts';
import { systemClock } from '../config/clock.ts';
import { type Config, userAgentOf } from '../config/config.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { CallCounter } from '../kernel/ports/shared.ts';
import type { Telemetry } from '../kernel/ports/telemetry.ts';
import { openProviders, type Providers } from '../payments/downstream/providers.ts';
import { Payments } from '../payments/payments.ts';
import type { RefundPorts } from '../payments/refunds.ts';
import { receivingAddresses } from '../payments/settings.ts';
import { signInTerms } from '../payments/sign-in.ts';
import type { FreePipeline } from '../pipeline/free.ts';
import { type PaidCall, PaidPipeline, type PaidPorts, type PaidResult } from '../pipeline/paid.ts';
import { type PurchaseProof, provePurchases, type ShownProof } from '../pipeline/proof.ts';
import { Purchases } from '../pipeline/purchases.ts';
import { UnpaidCalls } from '../pipeline/unpaid.ts';
import { WalletLimits } from '../pipeline/wallet-limits.ts';
import { copiesOf, createCopies } from '../products/copies/publish.ts';
import { keyOrigin } from '../signing/open-signer.ts';
import type { Objects } from '../store/object-store.ts';
import { observePurchases } from '../store/observed-ledger.ts';
import { openBooks } from '../store/open-ledger.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { keepRules, keepStoreBounded, purgeStores } from '../store/upkeep.ts';
import { paidExecute } from '../transports/mcp/paid-execute.ts';
import { createPaidHttp, type DrawForBuyer } from '../transports/rest/paid-http.ts';
import type { PaidHttpPort } from '../transports/rest/ports.ts';
import { type JobService, openJobService } from './job-parts.ts';
import { openReconciling, type Reconciling } from './reconciling.ts';

export interface SellingParts {
  readonly config: Config;
  readonly registry: Registry;
  readonly free: FreePipeline;
  readonly objects: Objects;
  readonly log: Log;
  readonly clock: () => Date;
  readonly telemetry: Telemetry;
  /** Counts unpaid calls for all processes; absent: this one counts alone. */
  readonly unpaidCounter?: CallCounter | undefined;
}

/** Everything that sells, put together: loaded when the first paid route is touched. */
export interface Selling {
  readonly pipeline: PaidPipeline;
  readonly http: PaidHttpPort;
  readonly ledger: Ledger;
  readonly providers: Providers;
  readonly execute: typeof paidExecute;
  readonly jobs: JobService;
  /** Closes purchases whose outcome is unknown. */
  readonly reconcile: Reconciling;
  /** Which purchases are the caller's; see {@link provePurchases}. */
  prove(shown: ShownProof, origin: string): Promise<readonly PurchaseProof[]>;
  readonly purchases: Purchases;
  /** What a wallet signs to show its purchases. */
  signInTerms(origin: string): Promise<object>;
  /** Whether the clock of this machine agrees with the facilitator's. */
  clock(): Promise<string>;
  /** Purges ledger, objects and jobs once, by the settings. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

class TracedPaidPipeline extends PaidPipeline {
  readonly #telemetry: Telemetry;

  constructor(ports: PaidPorts, telemetry: Telemetry) {
    super(ports);
    this.#telemetry = telemetry;
  }

  override call(call: PaidCall): Promise<PaidResult> {
    const { slug, transport } = call;
    return this.#telemetry.span('sale', { 'place_records.route': slug, 'place_records.transport': transport }, () =>
      super.call(call),
    );
  }
}

/** Page and paper of what was bought, drawn out of its body; the renderers are loaded by the first who asks. */
const drawForBuyer =
  (registry: Registry): DrawForBuyer =>
  async (slug, body, form) => {
    const { drawSold } = await import('./report-pages.ts');
    return drawSold({ route: slug, title: registry.paidTool(slug)?.title ?? slug, body }, form);
  };

/** Sends the refunds that are owed; what signs is loaded here and not before. */
async function refund(
  ports: Omit<RefundPorts, 'signer'>,
  { downstream: { signer } }: Config,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [{ sendRefunds }, { openSigner }] = await Promise.all([
    import('../payments/refunds.ts'),
    import('../payments/downstream/signer.ts'),
  ]);
  await sendRefunds({ ...ports, signer: signer && openSigner(signer) }, signal);
}

export function openSelling({
  config,
  registry,
  free,
  objects,
  log,
  clock,
  telemetry,
  unpaidCounter,
}: SellingParts): Selling {
  const { databaseUrl, dataDir, retention } = config;
  const { ledger, spend, remedies } = openBooks(
    { databaseUrl, dataDir },
    receivingAddresses(config.payments),
    observePurchases(log, telemetry),
  );
  if (keyOrigin({ key: config.bundleSigning.key, databaseUrl: config.databaseUrl }) === 'none')
    log.warn({}, 'evidence bundles are not signed: with PostgreSQL the key comes from SVC_BUNDLE_SIGNING_KEY alone');
  // the real clock: periods of validity are compared with the chain's, not with the clock of a test
  const payments = new Payments(config.payments, log, () => systemClock().getTime());
  const wallets = new WalletLimits(ledger, () => payments.now);
  const unpaidCalls = new UnpaidCalls(config.unpaidLimitPerMinute, wallets, unpaidCounter);
  const copies = createCopies({ objects, clock, baseUrl: config.baseUrl });
  const providers = openProviders({
    ...{ store: spend, log, clock, now: () => payments.now },
    settings: config.downstream,
    proxy: config.upstreamProxy,
    userAgent: userAgentOf(config),
  });
  const jobs = openJobService({
    config,
    registry,
    free,
    objects,
    copies,
    ledger,
    remedies,
    log,
    clock,
    ledgerNow: () => payments.now,
  });
  const pipeline = new TracedPaidPipeline(
    {
      ...{ registry, free, payments, ledger, remedies, log, unpaidCalls, copies, providers, jobs: jobs.port },
      payerLimit: config.openPurchasesPerWallet,
    },
    telemetry,
  );
  const clocks = { ledger: () => payments.now, objects: () => clock().getTime() };
  const purging = [{ ledger, objects, spend, jobs }, clocks, log, keepRules(retention)] as const;
  const stopUpkeep = config.backgroundWork === 'here' ? keepStoreBounded(...purging) : () => undefined;
  const reconcile = openReconciling({ config, ledger, payments, log });
  return {
    pipeline,
    ledger,
    providers,
    jobs,
    http: createPaidHttp(pipeline, drawForBuyer(registry)),
    execute: paidExecute,
    async reconcile(options = {}) {
      const results = await reconcile(options);
      if (!options.dryRun) await refund({ remedies, ledger, payments, log }, config, options.signal);
      return results;
    },
    clock: () => payments.clock(),
    purge: () => purgeStores(...purging),
    prove: (shown, origin) => provePurchases({ payments, ledger, origin }, shown),
    purchases: new Purchases({ ledger, remedies, now: () => payments.now, copiesOf: (id) => copiesOf(objects, id) }),
    signInTerms: (origin) => signInTerms(origin, payments.networks, payments.now),
    async close() {
      stopUpkeep();
      await jobs.close();
      await ledger.close();
    },
  };
}
