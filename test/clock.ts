/** The day on which every fixture makes sense: what a test, its fake upstreams and its child processes take for now. */
export const testDay = '2026-11-21T12:00:00Z';

/** The clock of a test: stands still at {@link testDay}. */
export const testClock = (): Date => new Date(testDay);

/** A clock of a test that begins at {@link testDay} and goes on, for what must tell earlier from later. */
export function runningTestClock(): () => Date {
  const began = performance.now();
  return () => new Date(Date.parse(testDay) + performance.now() - began);
}

/**
 * Milliseconds by the clock of this process, for what is dated by something that takes no clock from a test: a local
 * chain, and payments that client libraries sign with a period of validity.
 */
export const chainNow = (): number => Date.now(); // real time: the one reading of it in tests

const offsetName = 'TEST_CLOCK_OFFSET_MS';
const preload = new URL('shift-clock.mjs', import.meta.url).href;

/** Environment under which a Node child process starts on the day of the fixtures; its clock goes on from there. */
export function testDayEnvironment(): Record<string, string> {
  const realNow = chainNow() - Number(process.env[offsetName] ?? 0);
  return { NODE_OPTIONS: `--import=${preload}`, [offsetName]: String(Date.parse(testDay) - realNow) };
}

/** Environment under which the clock of a Node child process is so many milliseconds ahead of this one's. */
export function aheadEnvironment(ms: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${preload}`, [offsetName]: String(Number(process.env[offsetName] ?? 0) + ms) };
}

/** Environment under which a Node child process has the date of this run, which may be moved (scripts/test-clock.mjs). */
export function sameDateEnvironment(): Record<string, string> {
  const { NODE_OPTIONS = '', [offsetName]: offset = '0' } = process.env;
  return { NODE_OPTIONS, [offsetName]: offset };
}
