import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { type AtomicUsdc, formatUsdc } from '../kernel/money.ts';
import type { Audit, Difference } from '../payments/reconcile/audit.ts';
import { keepRules } from '../store/upkeep.ts';
import { momentOf, withBooks } from './ledger-options.ts';
import { fail, sayRows } from './terminal.ts';

const usdc = (amount: bigint) => formatUsdc(amount as AtomicUsdc);
const iso = (ms: number) => new Date(ms).toISOString();

/** Whether everything was read. */
const isWhole = ({ read, unread }: Audit): boolean =>
  read.length > 0 && unread.length === 0 && read.every(({ why }) => why === undefined);

/** An audit as rows for JSON: addresses that were read, what could not be read, differences. Amounts in USDC. */
function* auditRows({ read, unread, differences }: Audit): Generator<object> {
  for (const row of read) yield { ...row, since: iso(row.since), until: iso(row.until), amount: usdc(row.amount) };
  yield* unread;
  for (const row of differences)
    yield row.kind === 'purchase_missing' ? { ...row, at: iso(row.at), amount: usdc(row.amount) } : row;
}

const addressLine = ({ network, payTo, since, until, transfers, amount, why }: Audit['read'][number]) => {
  const from =
    since < until ? `${iso(since)} to ${iso(until)}: ${transfers} transfers, ${usdc(amount)} USDC` : 'nothing';
  return `${network} ${payTo}  read ${from}${why ? `; the rest is unavailable: ${why}` : ''}`;
};

function differenceLine(row: Difference): string {
  const { network, transaction = 'no transaction' } = row;
  const purchase = row.purchase?.slice(0, 12);
  switch (row.kind) {
    case 'purchase_missing': {
      const { amount, at, payer, state } = row;
      const known = purchase ? `purchase ${purchase} is ${state}` : 'no purchase';
      return `${network} ${transaction}  ${usdc(amount)} USDC at ${iso(at)} from ${payer}: ${known}`;
    }
    case 'transfer_missing':
      return `${network} purchase ${purchase}  settled, and its payment did not land; it names ${transaction}`;
    case 'transfer_differs':
      return `${network} purchase ${purchase}  another ${row.fields.join(', ')} in ${transaction}`;
    case 'claimed_twice':
      return `${network} purchase ${purchase}  names ${transaction}, which paid for ${row.other.slice(0, 12)}`;
  }
}

/** An audit for people. Says that all agrees only where all was read. */
export function* auditLines(audit: Audit): Generator<string> {
  const { read, unread, differences, purchases } = audit;
  yield* read.map(addressLine);
  for (const { network, purchases: count, why } of unread) yield `${network}  ${count} purchases unavailable: ${why}`;
  yield* differences.map(differenceLine);
  if (differences.length > 0) yield `${differences.length} differences; ${purchases} purchases settled`;
  else if (!isWhole(audit)) yield 'no difference in what was read; not everything could be read';
  else yield `ledger and chain agree: ${purchases} purchases settled`;
}

async function run(options: { since: string; until: string; json?: boolean }): Promise<void> {
  const now = systemClock().getTime();
  const since = momentOf(options.since, '--since', now);
  const until = momentOf(options.until, '--until', now);
  await withBooks(async ({ ledger }, { payments, retention }) => {
    if (since < now - keepRules(retention).ledger.rowMs)
      fail(`--since is before the oldest rows that are stored (SVC_PURCHASE_DAYS is ${retention.purchaseDays})`);
    const [{ audit }, { openChain }] = await Promise.all([
      import('../payments/reconcile/audit.ts'),
      import('../payments/chain/open.ts'),
    ]);
    const open = (network: string) => openChain(network, payments);
    const found = await audit({ ledger, open, settings: payments }, { since, until });
    sayRows([...auditRows(found)], options.json, () => auditLines(found));
    if (found.differences.length > 0) process.exitCode = 1;
    else if (!isWhole(found)) process.exitCode = 3;
  });
}

/** `place-records ledger audit`: exit status 0 where everything was read and agrees, 1 differences, 3 not everything was read. */
export function addAuditCommand(ledger: Command): void {
  ledger
    .command('audit')
    .description('compares the ledger with the transfers to its receiving addresses, in both directions')
    .option('--since <when>', 'transfers and settlements since: a date, a time, or how long ago', '31d')
    .option('--until <when>', 'before: a date, a time, or how long ago; younger sales may be under way', '15m')
    .option('--json', 'JSON lines on a terminal too')
    .action(run);
}
