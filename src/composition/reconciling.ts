import type { Config } from '../config/config.ts';
import type { Log } from '../kernel/ports/log.ts';
import { openChains } from '../payments/chain/open.ts';
import type { ChainReader } from '../payments/chain/reader.ts';
import type { Payments } from '../payments/payments.ts';
import { type ReconciledPurchase, type ReconcileOptions, reconcile } from '../payments/reconcile/reconcile.ts';
import type { Ledger } from '../store/sql-ledger.ts';

export interface ReconcilingParts {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly payments: Pick<Payments, 'now' | 'sign'>;
  readonly log: Log;
}

export type Reconciling = (options?: ReconcileOptions) => Promise<readonly ReconciledPurchase[]>;

/** Closes purchases whose outcome is unknown; nodes are opened at the first round. */
export function openReconciling({ config, ledger, payments, log }: ReconcilingParts): Reconciling {
  let chains: Promise<readonly ChainReader[]> | undefined;
  const { baseUrl } = config;
  return async (options = {}) => {
    chains ??= openChains(config.payments);
    const ports = {
      ...{ ledger, log, chains: await chains },
      now: () => payments.now,
      // a signature names the endpoint: without a public address there is none to name
      ...(baseUrl !== undefined && {
        sign: (receipt: Parameters<Payments['sign']>[0], slug: string) =>
          payments.sign(receipt, `${baseUrl}/api/${slug}`),
      }),
    };
    const results = await reconcile(ports, options);
    if (results.length > 0 && !options.dryRun) {
      const count = (state: string) => results.filter(({ became }) => became === state).length;
      log.info({ settled: count('settled'), rejected: count('rejected'), left: count('left') }, 'purchases reconciled');
    }
    return results;
  };
}

/** Runs a job every so many minutes, give or take a fifth so that processes do not come together; the first within one. */
export function startRounds(
  minutes: number,
  job: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
  random: () => number = Math.random,
) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const later = (ms: number) => {
    timer = setTimeout(() => {
      running = job(stopping.signal)
        .catch((error: unknown) => log.warn({ err: error }, 'purchases could not be reconciled'))
        .then(() => stopping.signal.aborted || later(minutes * 60_000 * (0.8 + 0.4 * random())));
    }, ms).unref();
  };
  later(Math.min(minutes, 1) * 60_000 * (0.2 + 0.8 * random()));
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
