import { stdout } from 'node:process';
import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { readConfig } from '../config/config.ts';
import { type AtomicUsdc, formatUsdc } from '../kernel/money.ts';
import { openBooks } from '../store/open-ledger.ts';
import type { Spend, SpendStore } from '../store/spend.ts';
import { type SpendState, spendStates } from '../store/spend-states.ts';
import { countOf, prefixOf } from './ledger-options.ts';
import { fail, say } from './terminal.ts';

/** One purchase of a provider as it is shown: times in ISO, amounts in US dollars, no answer of the provider. */
interface ShownSpend {
  readonly id: string;
  readonly state: SpendState;
  readonly provider: string;
  readonly component: string;
  readonly route: string;
  readonly purchase: string;
  readonly reservedUsd: string;
  readonly askedUsd: string | undefined;
  readonly reference: string | undefined;
  readonly reason: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const usd = (amount: number) => formatUsdc(BigInt(amount) as AtomicUsdc);

const shown = (spend: Spend): ShownSpend => ({
  id: spend.id,
  state: spend.state,
  provider: spend.provider,
  component: spend.component,
  route: spend.slug,
  purchase: spend.purchaseId,
  reservedUsd: usd(spend.amount),
  askedUsd: spend.paid === undefined ? undefined : usd(spend.paid),
  reference: spend.reference,
  reason: spend.reason,
  createdAt: new Date(spend.createdAt).toISOString(),
  updatedAt: new Date(spend.updatedAt).toISOString(),
});

async function withSpend(work: (store: SpendStore) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  const { ledger, spend } = openBooks({ databaseUrl, dataDir });
  try {
    await work(spend);
  } finally {
    await ledger.close();
  }
}

const stateOf = (text: string): SpendState =>
  spendStates.find((state) => state === text) ?? fail(`--state is one of ${spendStates.join(', ')}`);

async function list({ state, limit, json }: { state?: string; limit: string; json?: boolean }): Promise<void> {
  const states = state === undefined ? undefined : [stateOf(state)];
  const asked = { ...(states && { states }), limit: countOf(limit, '--limit', 100_000) };
  await withSpend(async (store) => {
    const rows = (await store.list(asked)).map(shown);
    if (json || !stdout.isTTY) for (const one of rows) say(JSON.stringify(one));
    else if (rows.length === 0) say('nothing was bought outside');
    else
      for (const { id, state: is, provider, component, route, reservedUsd, updatedAt } of rows)
        say(
          `${updatedAt}  ${is.padEnd(11)} ${id.slice(0, 12)}  ${provider} ${component}  ${reservedUsd} USD  ${route}`,
        );
  });
}

const words = { paid: 'write_off', 'not-paid': 'give_back' } as const;

async function resolve(given: string, { as }: { as?: string }): Promise<void> {
  const event = as === 'paid' || as === 'not-paid' ? words[as] : fail('--as takes paid or not-paid');
  const idPrefix = prefixOf(given);
  await withSpend(async (store) => {
    const [found, ...others] = await store.list({ idPrefix, limit: 5 });
    if (!found) fail(`nothing that was bought outside has an id that begins with ${idPrefix}`);
    if (others.length > 0) fail(`several begin so: ${[found, ...others].map(({ id }) => id.slice(0, 20)).join(', ')}`);
    const made = await store.resolve(found.id, event, systemClock().getTime());
    if (!made)
      fail(`${found.id.slice(0, 12)} is ${found.state}; only what is sent, rejected or unknown can be resolved`);
    say(`${found.id.slice(0, 12)} was ${found.state} and is ${event === 'write_off' ? 'written off' : 'given back'}`);
  });
}

/** `place-records ledger ext …`: what was bought of providers outside, and an operator's word on what nobody knows. */
export function addSpendCommands(ledger: Command): void {
  const ext = ledger.command('ext').description('what was bought of providers outside');
  ext
    .command('ls')
    .description('the latest, newest first: lines on a terminal, JSON lines elsewhere')
    .option('--state <state>', `only those in a state: ${spendStates.join(', ')}`)
    .option('--limit <n>', 'how many', '20')
    .option('--json', 'JSON lines on a terminal too')
    .action(list);
  ext
    .command('resolve <id>')
    .description("says what became of one that nobody knows, after a look at the chain or the provider's account")
    .requiredOption('--as <word>', 'paid: money moved, it stays in the budget; not-paid: none moved, it is given back')
    .action(resolve);
}
