import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DutyLeases } from '../../src/store/duty-leases.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';
import { type Duty, startWorker, type Worker } from '../../src/work/worker.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (holds: () => boolean) => {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await pause(10);
  expect(holds()).toBe(true);
};

describe('workers on one store', () => {
  let folder: string;
  let opened: DutyLeases[];
  let workers: Worker[];
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  const log = { debug: say, info: say, warn: say, error: say };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'worker-'));
    [opened, workers] = [[], []];
    said.length = 0;
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(opened.map((leases) => leases.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  function work(duty: Pick<Duty, 'run'> & Partial<Duty>, leaseMs = 300): Worker {
    const leases = new DutyLeases(new SqliteDriver(join(folder, 'duties.sqlite')));
    opened.push(leases);
    const duties = [{ name: 'sweep', everyMs: 200, leases, ...duty }];
    const worker = startWorker({ duties, log, now: () => performance.now() + 1e9, lookMs: 10, leaseMs });
    workers.push(worker);
    return worker;
  }

  test('one at a time does it, again and again, for longer than a lease too', async () => {
    let atOnce = 0;
    let most = 0;
    let runs = 0;
    const run = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await pause(450);
      atOnce -= 1;
      runs += 1;
    };
    work({ run });
    work({ run });
    await until(() => runs >= 3);
    expect(most).toBe(1);
  });

  test('one that is stopped ends its work and gives it back; the other takes it up', async () => {
    const ended: string[] = [];
    const as = (name: string) => ({
      everyMs: 3_600_000,
      run: (signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          ended.push(`${name} began`);
          signal.addEventListener('abort', () => resolve());
        }),
    });
    const first = work(as('first'));
    await until(() => ended.length === 1);
    work(as('second'));
    await pause(100);
    expect(ended).toEqual(['first began']);
    await first.stop();
    await until(() => ended.length === 2);
    expect(ended).toEqual(['first began', 'second began']);
  });

  test('one that fails is said and is not the last', async () => {
    let runs = 0;
    work({
      everyMs: 50,
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('away');
      },
    });
    await until(() => runs >= 3);
    expect(said[0]).toBe('duty failed');
  });
});
