import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { type AtomicUsdc, formatUsdc } from '../kernel/money.ts';
import type { Spend } from '../store/spend.ts';
import { spendStates } from '../store/spend-states.ts';
import { countOf, oneOf, stateOf, withBooks } from './ledger-options.ts';
import { fail, say, sayRows } from './terminal.ts';

const usd = (amount: number) => formatUsdc(BigInt(amount) as AtomicUsdc);

/** One purchase of a provider as it is shown: times in ISO 8601, amounts in US dollars, no answer of the provider. */
const shown = (spend: Spend) => ({
  id: spend.id,
  state: spend.state,
  provider: spend.provider,
  component: spend.component,
  route: spend.slug,
  purchase: spend.purchaseId,
  reservedUsd: usd(spend.amount),
  queriedUsd: spend.paid === undefined ? undefined : usd(spend.paid),
  reference: spend.reference,
  reason: spend.reason,
  createdAt: new Date(spend.createdAt).toISOString(),
  updatedAt: new Date(spend.updatedAt).toISOString(),
});

const line = ({ id, state, provider, component, route, reservedUsd, updatedAt }: ReturnType<typeof shown>) =>
  `${updatedAt}  ${state.padEnd(11)} ${id.slice(0, 12)}  ${provider} ${component}  ${reservedUsd} USD  ${route}`;

async function list({ state, limit, json }: { state?: string; limit: string; json?: boolean }): Promise<void> {
  const states = state === undefined ? undefined : [stateOf(spendStates, state)];
  const query = { ...(states && { states }), limit: countOf(limit, '--limit', 100_000) };
  await withBooks(async ({ spend: store }) => {
    const rows = (await store.list(query)).map(shown);
    sayRows(rows, json, () => (rows.length === 0 ? ['nothing was bought outside'] : rows.map(line)));
  });
}

const words = { paid: 'write_off', 'not-paid': 'give_back' } as const;

async function resolve(given: string, { as }: { as?: string }): Promise<void> {
  const event = as === 'paid' || as === 'not-paid' ? words[as] : fail('--as takes paid or not-paid');
  await withBooks(async ({ spend: store }) => {
    const found = await oneOf(store, given, {
      none: 'nothing that was bought outside has an id that begins with',
      several: 'several begin so',
    });
    const made = await store.step(found.id, null, event, systemClock().getTime());
    if (!made)
      fail(`${found.id.slice(0, 12)} is ${found.state}; only what is sent, rejected or unknown can be resolved`);
    say(`${found.id.slice(0, 12)} was ${found.state} and is ${event === 'write_off' ? 'written off' : 'given back'}`);
  });
}

/** `place-records ledger ext …`: purchases of providers, and an operator's word on those with an unknown outcome. */
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
    .description(
      "says what became of one whose outcome is not known, after a look at the chain or the provider's account",
    )
    .requiredOption('--as <word>', 'paid: money moved, it stays in the budget; not-paid: none moved, it is given back')
    .action(resolve);
}
