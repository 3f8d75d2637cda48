import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, readConfig, userAgentOf } from '../config/config.ts';
import { within } from '../kernel/bounded.ts';
import type { Log } from '../kernel/ports/log.ts';
import { licensedComponents } from '../kernel/ports/providers.ts';
import type { SourceHealth } from '../kernel/ports/sources.ts';
import { asStoreFault } from '../kernel/store-fault.ts';
import type { Service } from '../main.ts';
import { openProviders } from '../payments/downstream/providers.ts';
import type { SpendStore } from '../store/sql-spend.ts';
import { withService } from './open.ts';
import { paint, say, showProgress } from './terminal.ts';

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

const style: Record<SourceHealth['verdict'], Parameters<typeof paint>[0]> = {
  answers: 'green',
  moved: 'yellow',
  shape_changed: 'yellow',
  incomplete: 'yellow',
  out_of_date: 'yellow',
  refuses: 'red',
  needs_key: 'cyan',
  unreachable: 'red',
  unknown: 'gray',
};

/** Sources of different hosts that are queried first: where none of them can be reached, the network fails. */
const scouts = 6;
/** Milliseconds after which a scout counts as out of reach. */
const scoutMs = 5000;

function folderLine({ dataDir }: Config): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    return `data folder ${resolve(dataDir)}`;
  } catch (error) {
    const fault = asStoreFault(error, resolve(dataDir));
    return `data folder ${fault instanceof Error ? fault.message : String(fault)}`;
  }
}

/** Whether none of a few sources at different hosts can be reached. */
async function seemsOffline(service: Service): Promise<boolean> {
  const hosts = new Set<string>();
  const probed = service.cards.filter(({ probe, key }) => {
    const host = probe && !key ? new URL(probe.url).host : undefined;
    if (host === undefined || hosts.has(host) || hosts.size === scouts) return false;
    hosts.add(host);
    return true;
  });
  const reached = probed.map(async ({ id }) => {
    const [seen] = await service.examine({ only: [id] });
    if (!seen || seen.verdict === 'unreachable') throw new Error(id);
  });
  const isOffline = Promise.any(reached).then(
    () => false,
    () => true,
  );
  return within(scoutMs, isOffline, () => true);
}

function printFound(found: readonly SourceHealth[], problems: Service['places']): void {
  for (const { file, reason } of problems.problems()) say(`${paint('red', 'left out'.padEnd(14))} ${file}  ${reason}`);
  for (const { cardId, verdict, reason } of found) {
    say(`${paint(style[verdict], verdict.replaceAll('_', ' ').padEnd(14))} ${cardId}${reason ? `  ${reason}` : ''}`);
  }
  const count = (verdict: SourceHealth['verdict']) => found.filter((entry) => entry.verdict === verdict).length;
  say(
    `\n${found.length} sources: ${count('answers')} answer, ${count('needs_key')} need a key, ${count('unreachable')} unreachable`,
  );
}

/**
 * Asks every configured source a few cheap questions; exit status 1 where a source that needs no key does not answer, or a
 * place of the operator's own folder is not served. Without a network it says so in one line and asks no further. As JSON
 * the sources alone, all of them; `doctor --places --json` has the files.
 */
export async function runDoctor(options: { json?: boolean; record?: boolean }): Promise<number> {
  const config = readConfig();
  const run = async (service: Service) => {
    if (!options.json) {
      say(folderLine(config));
      for (const line of providerLines(config)) say(line);
      if (await seemsOffline(service)) {
        say(
          paint('red', `You seem to be offline: none of ${scouts} sources at different hosts could be reached.`) +
            ' What is built in and what is mirrored still answers.',
        );
        return 1;
      }
    }
    const found = await service.examine({
      ...(options.record && { record: true }),
      onProgress: (done, total) => showProgress('asking the sources', done / total),
    });
    if (options.json) say(JSON.stringify(found, null, 2));
    else printFound(found, service.places);
    return service.places.problems().length > 0 ||
      found.some(({ verdict }) => !['answers', 'needs_key', 'unknown'].includes(verdict))
      ? 1
      : 0;
  };
  return withService(run, { config, logLevel: 'silent' });
}
