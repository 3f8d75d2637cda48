import { openLedger } from '../../src/store/open-ledger.ts';
import { purchase, t0 } from './purchases.ts';

// argv: settings as JSON, holder, number of keys. Waits for a line on stdin, claims every key, prints what it won.
const [settings, holder = '', keys = '0'] = process.argv.slice(2);
const ledger = openLedger(JSON.parse(settings ?? '{}'));
await ledger.check();
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const won: string[] = [];
for (let index = 0; index < Number(keys); index++) {
  const id = `race-${index}`;
  const result = await ledger.claim(purchase(id, { payerHash: id }), { holder, now: t0, leaseMs: 15_000 }, 8);
  if (result.kind === 'claimed') won.push(id);
  if (index % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
await ledger.close();
process.stdout.write(`${JSON.stringify(won)}\n`);
process.stdin.pause();
