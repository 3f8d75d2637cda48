import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { JobDocument } from '../src/kernel/ports/jobs.ts';
import { acceptedJob } from '../src/products/shared/job.ts';
import type { JobStore } from '../src/store/sql-jobs.ts';
import { openJobs } from '../src/store/sql-jobs.ts';
import { testClock } from '../test/clock.ts';
import { postgresMissing, temporaryPostgres } from '../test/store/temporary-postgres.ts';
import type { BenchRow } from './row.ts';

/** JOBS_ITEMS: of the run with three workers; JOBS_STEP_MS: what one item waits, as a real one waits for its sources. */
const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const items = setting('JOBS_ITEMS', 10_000);
const stepMs = setting('JOBS_STEP_MS', 150);
const itemsAtOnce = setting('JOBS_AT_ONCE', 8);
const itemsOfJob = 50;
const slug = 'svc-batch';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Worker {
  readonly process: ChildProcess;
  /** Bytes, one for each second. */
  readonly memory: number[];
}

async function start(script: string, databaseUrl: string): Promise<Worker> {
  const options = JSON.stringify({ databaseUrl, concurrency: itemsAtOnce });
  const process_ = spawn(process.execPath, [script, options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const memory: number[] = [];
  await new Promise<void>((resolve) => {
    createInterface({ input: process_.stdout }).on('line', (line) => {
      if (line === 'working') resolve();
      else memory.push(Number(line));
    });
  });
  return { process: process_, memory };
}

async function stop({ process: one }: Worker): Promise<void> {
  await new Promise((resolve) => {
    one.once('exit', resolve);
    one.kill('SIGKILL');
  });
}

/** Puts so many items into jobs, as after their sales. */
async function fill(store: JobStore, count: number, run: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const terms = { kind: 'batch', expiresAfterMs: 86_400_000, pollAfterSeconds: 1, itemMs: 10_000, concurrency: 2 };
  for (let made = 0; made < count; made += itemsOfJob) {
    const request = { items: itemsOfJob, unsupported: 0, failing: 0, takesMs: stepMs };
    const planned = Array.from({ length: itemsOfJob }, (_, n) => ({ input: { n: n + 1 } }));
    const body = acceptedJob({ now: testClock() }, terms, {
      request,
      items: planned,
      caveats: [],
      summary: 'A batch.',
    });
    const { items: own, ...document } = body as JobDocument;
    await store.create({
      ...{ id: body.jobId, purchaseId: `${run} ${made}`, slug, document: JSON.stringify(document) },
      ...{ receiptHash: 'r', concurrency: 2, sequential: false, stopsOnFailure: false },
      ...{ createdAt: Date.parse(body.createdAt) - count + made, expiresAt: Date.parse(body.expiresAt) },
      items: own.map(({ input }) => ({ input: JSON.stringify(input) })),
    });
    ids.push(body.jobId);
  }
  return ids;
}

interface Run {
  readonly perSecond: number;
  /** Items that have not exactly one result of their own. */
  readonly wrong: number;
  /** How often an item was begun more than once. */
  readonly repeated: number;
  /** Memory of the largest worker in its last tenth against its second tenth, after it has warmed up. */
  readonly growth: number;
}

async function run(script: string, url: string, workers: number, count: number): Promise<Run> {
  const store = openJobs({ databaseUrl: url, dataDir: '' });
  const ids = await fill(store, count, `${workers} workers`);
  const now = { now: testClock().getTime() + count, lease: 0 };
  const running = await Promise.all(Array.from({ length: workers }, () => start(script, url)));
  const began = performance.now();
  let left = count;
  while (left > 0) {
    await pause(200);
    const { due, running: busy, planned } = await store.counts(now);
    left = due + busy + planned;
  }
  const seconds = (performance.now() - began) / 1000;
  await pause(2_000);
  for (const one of running) await stop(one);
  let wrong = 0;
  let repeated = 0;
  for (const id of ids) {
    const rows = await store.items(id);
    wrong += rows.filter(({ state, resultHash }) => state !== 'completed' || resultHash === undefined).length;
    repeated += rows.reduce((sum, { takes }) => sum + takes - 1, 0);
    if (rows.length !== itemsOfJob || (await store.find(id))?.state !== 'completed') wrong += 1;
  }
  await store.close();
  const growth = Math.max(...running.map(({ memory }) => at(memory, 0.9) / at(memory, 0.2)));
  return { perSecond: count / seconds, wrong, repeated, growth };
}

const at = (values: readonly number[], share: number) => values[Math.floor(values.length * share)] ?? Number.NaN;

/** Many queued items on PostgreSQL: whether any is lost or done twice, and what further workers bring. */
export async function jobs(): Promise<readonly BenchRow[]> {
  const missing = postgresMissing();
  if (missing) throw new Error(`this bench needs PostgreSQL: ${missing}`);
  const folder = join(process.cwd(), '.bench');
  mkdirSync(folder, { recursive: true });
  const directory = mkdtempSync(join(folder, 'jobs-'));
  const script = join(directory, 'worker.mjs');
  await build({
    ...{ entryPoints: ['bench/jobs-worker.ts'], outfile: script, bundle: true, platform: 'node', format: 'esm' },
    ...{ target: 'node20.18', packages: 'external' },
  });
  const cluster = await temporaryPostgres();
  try {
    const alone = await run(script, cluster.url, 1, items / 5);
    const three = await run(script, cluster.url, 3, items);
    const of = `${items} items, 3 workers`;
    return [
      { name: 'jobs: one worker', value: alone.perSecond, unit: 'items/s' },
      { name: 'jobs: three workers', value: three.perSecond, unit: 'items/s' },
      {
        ...{ name: 'jobs: three workers against three times one', value: three.perSecond / (3 * alone.perSecond) },
        ...{ unit: 'x', bar: { at: 0.8, is: 'floor' }, base: 'one worker, same run' },
      },
      {
        name: `jobs: not exactly one result (${of})`,
        value: three.wrong,
        unit: 'items',
        bar: { at: 0, is: 'ceiling' },
      },
      {
        name: `jobs: begun more than once (${of})`,
        value: three.repeated,
        unit: 'times',
        bar: { at: 0, is: 'ceiling' },
      },
      {
        name: 'jobs: memory at the end against the beginning',
        value: three.growth,
        unit: 'x',
        bar: { at: 1.25, is: 'ceiling' },
      },
    ];
  } finally {
    cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
