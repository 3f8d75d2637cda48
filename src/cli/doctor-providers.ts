import { type Config, userAgentOf } from '../config/config.ts';
import type { Log } from '../kernel/ports/log.ts';
import { licensedComponents } from '../kernel/ports/providers.ts';
import { openProviders } from '../payments/downstream/providers.ts';
import type { SpendStore } from '../store/sql-spend.ts';

const quiet: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Nothing is bought for a look at the settings. */
const unused = {} as SpendStore;

/**
 * One line for each provider that is configured: what it answers, how it is paid, and exactly what may be signed for it.
 * No key is in them.
 */
export function providerLines(config: Config): string[] {
  const { signer } = config.downstream;
  const providers = openProviders({
    settings: config.downstream,
    store: unused,
    userAgent: userAgentOf(config),
    now: () => 0,
    clock: () => new Date(0),
    log: quiet,
  });
  const named = new Map<string, string[]>();
  for (const component of licensedComponents) {
    const offered = providers.offered.get(component);
    if (!offered) continue;
    const { terms, policy, daily, base } = offered;
    const host = new URL(base).host;
    const paid = policy
      ? `paid over x402 at ${host}: ${policy.network}, token ${policy.asset}, to ${policy.payTo}, at most ${terms.maxUsd} USD an answer, valid ${policy.maxValiditySeconds} s at most`
      : `billed to an account at ${host}, at most ${terms.maxUsd} USD an answer`;
    const breaker = daily === undefined ? 'no daily budget' : `${(daily / 1e6).toFixed(2)} USD a day`;
    const line = `provider ${terms.provider}: ${paid}; ${breaker}`;
    named.set(line, [...(named.get(line) ?? []), component]);
  }
  const lines = [...named].map(([line, components]) => `${line}; answers ${components.join(', ')}`);
  if (!signer) return lines;
  const who = signer.kind === 'key' ? 'a key in this process' : `the process at ${new URL(signer.url).host}`;
  return [...lines, `outbound payments are signed by ${who}`];
}
