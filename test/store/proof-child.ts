import { openProofs } from '../../src/store/open-proofs.ts';
import { testClock } from '../clock.ts';

// argv: settings as JSON. Waits for a line on stdin, then makes one proof and writes it as a line.
const settings = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl?: string; dataDir: string };
const proofs = openProofs({ ...settings, clock: testClock });
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdout.write(`${JSON.stringify(await proofs.issue('handed_on', { n: process.pid }, 60_000))}\n`);
await proofs.close();
process.stdin.pause();
