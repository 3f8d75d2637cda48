import { stdout } from 'node:process';
import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { dayMs } from '../kernel/time.ts';
import { receivingAddresses } from '../payments/settings.ts';
import type { ListOptions } from '../store/ledger.ts';
import { purchaseStates } from '../store/ledger-states.ts';
import { adoptLedger } from '../store/open-ledger.ts';
import { keepRules } from '../store/upkeep.ts';
import { addAuditCommand } from './ledger-audit.ts';
import { addSpendCommands } from './ledger-ext.ts';
import { countOf, momentOf, purchaseOf, stateOf, withBooks } from './ledger-options.ts';
import { exportPurchases, purchaseLines, purchaseTable, reconciledLines, shownPurchase } from './ledger-print.ts';
import { addRemedyCommands } from './ledger-remedies.ts';
import { fail, say, sayRows } from './terminal.ts';

interface PeriodOptions {
  readonly state?: string;
  readonly since?: string;
  readonly until?: string;
}

function periodOf({ since, until }: PeriodOptions): Pick<ListOptions, 'since' | 'until'> {
  const now = systemClock().getTime();
  return {
    since: since === undefined ? undefined : momentOf(since, '--since', now),
    until: until === undefined ? undefined : momentOf(until, '--until', now),
  };
}

async function list(options: PeriodOptions & { limit: string; json?: boolean }): Promise<void> {
  const state = options.state === undefined ? undefined : stateOf(purchaseStates, options.state);
  const query = { ...periodOf(options), state, limit: countOf(options.limit, '--limit', 100_000) };
  await withBooks(async ({ ledger: book }) => {
    const purchases = (await book.list(query)).map(shownPurchase);
    sayRows(purchases, options.json, () => (purchases.length === 0 ? ['no purchases'] : purchaseTable(purchases)));
  });
}

async function show(given: string, { json }: { json?: boolean }): Promise<void> {
  await withBooks(async ({ ledger: book }) => {
    const found = await purchaseOf(book, given);
    const shown = shownPurchase(found);
    if (json || !stdout.isTTY) return say(JSON.stringify(shown, null, 2));
    for (const line of purchaseLines(shown)) say(line);
  });
}

async function exportBooks(options: PeriodOptions): Promise<void> {
  const state = options.state === 'all' ? undefined : stateOf(purchaseStates, options.state ?? 'settled');
  const query = { ...periodOf(options), state };
  await withBooks(async ({ ledger: book }) => void (await exportPurchases(book, query, (text) => stdout.write(text))));
}

/** An operator's decision on a denied purchase, after a look at the chain. */
async function resolveDenied(given: string, { as }: { as?: string }): Promise<void> {
  const isPaid = as === 'paid' || (as !== 'not-paid' && fail('--as takes paid or not-paid'));
  await withBooks(async ({ ledger: book }) => {
    const found = await purchaseOf(book, given);
    const name = found.id.slice(0, 12);
    if (found.state !== 'denied') fail(`${name} is ${found.state}; only what is denied can be resolved`);
    if (isPaid && !found.transaction) fail(`no transfer of ${name} is known; reconcile first`);
    const { endDenied } = await import('../payments/reconcile/reconcile.ts');
    const made = await endDenied({ ledger: book, now: () => systemClock().getTime() }, found, isPaid);
    if (!made) fail(`another process is working on ${name}`);
    say(`${name} was denied and is ${isPaid ? 'settled: its buyer gets the artifact at the next resend' : 'rejected'}`);
  });
}

async function reconcileNow({ dryRun = false, json }: { dryRun?: boolean; json?: boolean }): Promise<void> {
  await withBooks(async ({ ledger }, config) => {
    const [{ openReconciling }, { Payments }] = await Promise.all([
      import('../composition/reconciling.ts'),
      import('../payments/payments.ts'),
    ]);
    const log = createLog({ logLevel: 'warn' });
    const payments = new Payments(config.payments, log, () => systemClock().getTime());
    const results = await openReconciling({ config, ledger, payments, log })({ dryRun });
    sayRows(results, json, () => reconciledLines(results, dryRun));
    if (results.some(({ became }) => became === 'left')) process.exitCode = 3;
  });
}

async function purge(options: { bodyDays?: string; rowDays?: string; dryRun?: boolean }): Promise<void> {
  const days = (text: string | undefined, option: string) =>
    text === undefined ? undefined : countOf(text, option, 36_500, 'a whole number of days') * dayMs;
  const bodyMs = days(options.bodyDays, '--body-days');
  const rowMs = days(options.rowDays, '--row-days');
  await withBooks(async ({ ledger: book }, { retention }) => {
    const rules = keepRules(retention).ledger;
    const { dryRun = false } = options;
    const { bodies, rows } = await book.purge(
      {
        now: systemClock().getTime(),
        bodyMs: bodyMs ?? rules.bodyMs,
        rowMs: rowMs ?? rules.rowMs,
        maxBytes: rules.maxBytes,
      },
      { dryRun },
    );
    say(`${bodies} bodies and ${rows} rows ${dryRun ? 'would be ' : ''}dropped`);
  });
}

/** Names the ledger as that of this installation: after a restore on another machine, or to begin anew. */
async function adopt(): Promise<void> {
  const { databaseUrl, dataDir, payments } = readConfig();
  await adoptLedger({ databaseUrl, dataDir }, receivingAddresses(payments));
  say('this installation sells with this ledger; no other one may sell at its receiving addresses');
}

async function count(): Promise<void> {
  await withBooks(async ({ ledger: book }) => {
    const counts = await book.counts();
    if (counts.length === 0) say('no purchases');
    for (const { state, purchases, bodyBytes } of counts)
      say(`${state.padEnd(12)} ${purchases} purchases, ${bodyBytes} bytes`);
  });
}

/** `place-records ledger …`: purchases by the hash of their payment; no payment, no wallet and no owner is shown. */
export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the book of purchases: look, export, reconcile and purge');
  const since = ['--since <when>', 'changed since: a date, a time, or how long ago (36h, 7d)'] as const;
  const until = ['--until <when>', 'changed before: a date, a time, or how long ago'] as const;
  ledger
    .command('ls')
    .description('latest purchases, newest first: a table on a terminal, JSON lines elsewhere')
    .option('--state <state>', 'only those in a state, for example unknown')
    .option(...since)
    .option(...until)
    .option('--limit <n>', 'how many', '20')
    .option('--json', 'JSON lines on a terminal too')
    .action(list);
  ledger
    .command('show <id>')
    .description('one purchase, by its id or the first digits of it')
    .option('--json', 'as JSON on a terminal too')
    .action(show);
  ledger.command('count').description('purchases and kept bytes by state').action(count);
  ledger
    .command('export')
    .description('CSV for the books: date, purchase, route, price, network, transaction, state; nothing of the buyer')
    .option(...since)
    .option(...until)
    .option('--state <state>', 'a state, or all', 'settled')
    .action(exportBooks);
  ledger
    .command('reconcile')
    .description('asks the chains what became of purchases whose outcome is not known, and closes them')
    .option('--dry-run', 'says what would be closed and closes nothing')
    .option('--json', 'JSON lines on a terminal too')
    .action(reconcileNow);
  ledger
    .command('resolve <id>')
    .description('ends a denied purchase, after a look at the chain and at the other sellers of the address')
    .requiredOption(
      '--as <word>',
      'paid: the transfer was for this ledger, its buyer gets the artifact; not-paid: it was not',
    )
    .action(resolveDenied);
  ledger
    .command('adopt')
    .description(
      'names the ledger as that of this installation: after a restore elsewhere, or to begin with an empty one',
    )
    .action(adopt);
  ledger
    .command('purge')
    .description('drops bodies and rows past their time, never what is open, held or still usable')
    .option('--body-days <days>', 'age at which kept bodies go; default SVC_ARTIFACT_DAYS')
    .option('--row-days <days>', 'age at which rows go; default SVC_PURCHASE_DAYS')
    .option('--dry-run', 'says what would go and drops nothing')
    .action(purge);
  addAuditCommand(ledger);
  addSpendCommands(ledger);
  addRemedyCommands(ledger);
}
