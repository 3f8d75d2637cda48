import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { readConfig } from '../config/config.ts';
import { dayMs } from '../kernel/time.ts';
import type { Ledger } from '../store/ledger.ts';
import { defaultPurge } from '../store/ledger.ts';
import { openLedger } from '../store/open-ledger.ts';
import { say } from './terminal.ts';

async function withLedger(work: (ledger: Ledger) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  const ledger = openLedger({ databaseUrl, dataDir });
  try {
    await work(ledger);
  } finally {
    await ledger.close();
  }
}

/** `place-records ledger ls | count | purge`: purchases by the hash of their payment; no payment and no owner is in it. */
export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the book of purchases: look and purge');

  ledger
    .command('ls')
    .description('latest purchases, newest first')
    .option('--limit <n>', 'how many', '20')
    .action(async ({ limit }: { limit: string }) =>
      withLedger(async (book) => {
        for (const purchase of await book.list({ limit: Math.max(1, Math.min(1000, Number(limit) || 20)) })) {
          say(
            JSON.stringify(purchase, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
          );
        }
      }),
    );

  ledger
    .command('count')
    .description('purchases and kept bytes by state')
    .action(async () =>
      withLedger(async (book) => {
        for (const { state, purchases, bodyBytes } of await book.counts())
          say(`${state.padEnd(12)} ${purchases} purchases, ${bodyBytes} bytes`);
      }),
    );

  ledger
    .command('purge')
    .description('drops bodies and rows that are past their time; default: bodies 30 days and 1 GiB, rows 400 days')
    .option('--body-days <days>', 'age at which kept bodies go')
    .option('--row-days <days>', 'age at which rows go')
    .action(async (options: { bodyDays?: string; rowDays?: string }) =>
      withLedger(async (book) => {
        const purged = await book.purge({
          now: systemClock().getTime(),
          bodyMs: options.bodyDays === undefined ? defaultPurge.bodyMs : Number(options.bodyDays) * dayMs,
          rowMs: options.rowDays === undefined ? defaultPurge.rowMs : Number(options.rowDays) * dayMs,
          maxBytes: defaultPurge.maxBytes,
        });
        say(`${purged.bodies} bodies and ${purged.rows} rows dropped`);
      }),
    );
}
