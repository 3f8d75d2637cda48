import { createLog } from '../../src/config/log.ts';
import { lostLogLines } from '../../src/config/log-destination.ts';

// Writes lines to its log at the rate of a busy service, and says on standard output how it went.
const log = createLog({ logLevel: 'info' });
const turns = Number(process.argv[2]);
for (let turn = 0; turn < turns; turn++) {
  log.info({ turn, text: 'x'.repeat(400) }, 'a request');
  if (turn % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
}
process.stdout.write(`${JSON.stringify({ turns, lost: lostLogLines() })}\n`);
if (process.argv[3] === 'stay') await new Promise((resolve) => process.stdin.once('data', resolve));
process.exit(0);
