// runs the suite on another date: `npm run test:clock -- [date] [vitest options]`, without a date on a random one of the next five years
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const given = process.argv[2];
const isDate = given !== undefined && /^\d{4}-\d{2}-\d{2}/.test(given);
const fiveYearsMs = 5 * 365.25 * 86_400_000;
const now = Date.now();
const date = isDate ? Date.parse(given) : Math.floor((now + Math.random() * fiveYearsMs) / 1000) * 1000;
if (Number.isNaN(date)) {
  console.error(`${given} is not a date: give one like 2027-06-15T12:00:00Z`);
  process.exit(2);
}
const shown = new Date(date).toISOString().replace('.000Z', 'Z');
console.log(`tests run on ${shown}; again with: npm run test:clock -- ${shown}`);

/*
 * Every Node process of the run, vitest's workers and what they start, loads a file that moves Date by the same
 * offset. Chains, facilitators and paying clients of a test therefore agree on the time, timers and measurements are
 * untouched, and no library has to be installed. PostgreSQL keeps the real date; nothing that is stored asks it for one.
 */
const preload = new URL('../test/shift-clock.mjs', import.meta.url).href;
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const run = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(isDate ? 3 : 2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${preload}`].filter(Boolean).join(' '),
    TEST_CLOCK_OFFSET_MS: String(date - now),
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
run.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
