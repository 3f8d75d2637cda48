import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url));
/** No test of a tool takes this long: a process that says nothing for so long hangs in one mutant. */
const silenceMs = 90_000;

/**
 * One vitest process that keeps every module loaded and runs what the plan says, told line by line in a file. A mutant
 * that makes the process hang is a timeout; a new process takes up the mutants behind it.
 */
export async function runVitest(folder, plan) {
  const planFile = resolve(folder, 'plan.json');
  const eventFile = resolve(folder, 'events.jsonl');
  rmSync(eventFile, { force: true });
  let events = [];
  let runs = plan.runs;
  for (;;) {
    if (plan.phase === 'mutants' && runs.length === 0) return events;
    writeFileSync(planFile, JSON.stringify({ ...plan, runs, eventFile }));
    const log = await oneProcess(planFile, eventFile);
    events = readEvents(eventFile);
    if (plan.phase === 'coverage') {
      if (!events.some(({ kind }) => kind === 'coverage')) throw new Error(`the tests fail without a mutant:\n${log}`);
      return events;
    }
    const ended = new Set(events.filter(({ kind }) => kind === 'end').map(({ id }) => id));
    const hung = events.findLast(({ kind, id }) => kind === 'start' && !ended.has(id));
    const left = runs.filter(({ id }) => !ended.has(id) && id !== hung?.id);
    if (left.length === runs.length) throw new Error(`no mutant was run:\n${log}`);
    if (hung) {
      writeFileSync(eventFile, `${JSON.stringify({ kind: 'end', id: hung.id, result: 'timeout' })}\n`, { flag: 'a' });
      events = readEvents(eventFile);
    }
    runs = left;
  }
}

function oneProcess(planFile, eventFile) {
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, '--reporter=dot'], {
    env: { ...process.env, MUTATION_PLAN: planFile },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      log = (log + data).slice(-20_000);
    });
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  };
  process.once('exit', kill);
  let lastSize = 0;
  let lastChange = Date.now();
  const watch = setInterval(() => {
    const size = existsSync(eventFile) ? statSync(eventFile).size : 0;
    if (size !== lastSize) lastChange = Date.now();
    lastSize = size;
    if (Date.now() - lastChange > silenceMs) kill();
  }, 1000);
  return new Promise((done) => {
    child.on('close', () => {
      clearInterval(watch);
      process.removeListener('exit', kill);
      done(log);
    });
  });
}

function readEvents(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
