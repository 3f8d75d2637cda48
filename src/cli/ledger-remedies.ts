import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { type Remedy, remedyKinds } from '../store/remedies.ts';
import { countOf, purchaseOf, withBooks } from './ledger-options.ts';
import { fail, say, sayRows } from './terminal.ts';

const shown = ({ createdAt, updatedAt, ...remedy }: Remedy) => ({
  ...remedy,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

async function list({ limit, json }: { limit: string; json?: boolean }): Promise<void> {
  await withBooks(async ({ remedies }) => {
    const rows = (await remedies.list(countOf(limit, '--limit', 100_000))).map(shown);
    sayRows(rows, json, () =>
      rows.length === 0
        ? ['nothing is owed']
        : rows.map(
            ({ updatedAt, purchaseId, kind, state, transaction, reason }) =>
              `${updatedAt}  ${purchaseId.slice(0, 12)} ${kind.padEnd(7)} ${state.padEnd(8)}  ${transaction ?? reason ?? ''}`,
          ),
    );
  });
}

async function owe(given: string, { as }: { as?: string }): Promise<void> {
  const kind = remedyKinds.find((one) => one === as) ?? fail(`--as takes ${remedyKinds.join(' or ')}`);
  await withBooks(async ({ remedies, ledger }) => {
    const { id, state } = await purchaseOf(ledger, given);
    const made = await remedies.owe(id, kind, systemClock().getTime());
    if (!made)
      fail(`${id.slice(0, 12)} is ${state}; a remedy is owed once, for a settled purchase that was paid with money`);
    say(`a ${kind} is owed for ${id.slice(0, 12)}`);
  });
}

async function refunded(given: string, { transaction }: { transaction?: string }): Promise<void> {
  if (!transaction) return fail('--transaction takes the transaction of the refund');
  await withBooks(async ({ remedies, ledger }) => {
    const { id } = await purchaseOf(ledger, given);
    if (!(await remedies.record(id, transaction, systemClock().getTime())))
      fail(`for ${id.slice(0, 12)} no refund is owed, or one is being sent`);
    say(`${id.slice(0, 12)} is refunded by ${transaction}`);
  });
}

/** `place-records ledger remedies …`: vouchers and refunds for purchases that brought nothing. */
export function addRemedyCommands(ledger: Command): void {
  const remedies = ledger.command('remedies').description('vouchers and refunds for purchases that brought nothing');
  remedies
    .command('ls')
    .description('the latest, newest first: lines on a terminal, JSON lines elsewhere')
    .option('--limit <n>', 'how many', '20')
    .option('--json', 'JSON lines on a terminal too')
    .action(list);
  remedies
    .command('owe <id>')
    .description('owes a voucher or a refund for a settled purchase')
    .requiredOption('--as <kind>', remedyKinds.join(' or '))
    .action(owe);
  remedies
    .command('refunded <id>')
    .description('records a refund that was sent by hand')
    .requiredOption('--transaction <id>', 'the transaction on its chain')
    .action(refunded);
}
