// the laboratory: `npm run lab -- [--seed N] [--minutes M] [--only name] [--write]`; exit status 1 where something was lost
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chainNow } from '../clock.ts';
import prepareScratch from '../scratch.ts';
import type { LabRow } from './runner.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '26' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
  },
});
const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error('--seed takes a whole number, --minutes a number above 0');
  process.exit(2);
}

const say = ({ name, tried, lost, note, skipped, seconds }: LabRow) => {
  const words =
    skipped === undefined ? `${tried} tries, ${lost.length} lost, ${seconds.toFixed(1)} s` : `skipped: ${skipped}`;
  console.log(`${name}: ${words}${note && ` (${note})`}`);
  for (const one of lost.slice(0, 10)) console.log(`  lost in ${one}`);
};

console.log(
  `laboratory: seed ${seed}, ${minutes} minutes; again with: npm run lab -- --seed ${seed} --minutes ${minutes}`,
);
const removeScratch = await prepareScratch();
// modules of the tests find the folder of the run when they are loaded
const [{ scenarios }, { openBench }, { runLab }, { reliabilityPage }] = await Promise.all([
  import('./scenarios.ts'),
  import('./bench.ts'),
  import('./runner.ts'),
  import('./report.ts'),
]);
const known = scenarios.map(({ name }) => name);
const wrong = values.only?.filter((name) => !known.includes(name)) ?? [];
if (wrong.length > 0) console.error(`no scenario ${wrong.join(', ')}; there are: ${known.join('; ')}`);
const chosen = scenarios.filter(({ name }) => values.only?.includes(name) ?? true);
const bench = openBench();
// the time begins once the service runs: a slow machine tries the same
if (wrong.length === 0) await bench.house();
const rows = wrong.length > 0 ? [] : await runLab(chosen, { seed, minutes, bench, onRow: say });
await bench.close();
removeScratch();
if (values.write) {
  const at = new Date(chainNow()).toISOString();
  const run = { at, seed, minutes, node: process.version, processors: availableParallelism() };
  writeFileSync(join(import.meta.dirname, '../../docs/reliability.md'), reliabilityPage(run, rows));
}
process.exit(wrong.length > 0 || rows.some(({ lost }) => lost.length > 0) ? 1 : 0);
