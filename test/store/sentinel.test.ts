import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Observation } from '../../src/kernel/observation.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { SentinelStore } from '../../src/store/sentinel.ts';
import { testClock } from '../clock.ts';
import { onEachStore } from './stores.ts';

const seen = (rows: number): Observation => ({
  fields: { num: 'text' },
  described: true,
  personFields: 0,
  missing: [],
  codes: {},
  rows,
});

let dataDir: string;
let now: Date;
const opened: SentinelStore[] = [];

function open(settings: { databaseUrl?: string | undefined; dataDir?: string } = {}): SentinelStore {
  const store = new SentinelStore({ dataDir, clock: () => now, ...settings });
  opened.push(store);
  return store;
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sentinel-'));
  now = testClock();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const nextDay = () => {
  now = new Date(now.getTime() + dayMs);
  return now.toISOString();
};

onEachStore('what the rounds found', (start) => {
  test('outlives the process', async () => {
    const place = await start();
    const { settings } = place;
    const store = open(settings);
    const days = [now.toISOString(), nextDay(), nextDay()] as const;
    const wrong = [{ code: 'rows_dropped' as const, from: 10, to: 2 }];
    const about = { cardId: 'a' };
    await store.keep([{ ...about, checkedAt: days[0], state: 'fine', findings: [], observation: seen(10) }]);
    for (const checkedAt of days.slice(1)) {
      await store.keep([{ ...about, checkedAt, state: 'degraded', findings: wrong, observation: seen(2) }]);
    }
    // the state holds since the day on which it began, and what was accepted stays what was accepted
    const [latest] = await open(settings).latest();
    expect(latest).toEqual({ ...about, state: 'degraded', since: days[1], checkedAt: days[2], findings: wrong });
    expect(await store.baselines()).toEqual(new Map([['a', { observation: seen(10), takenAt: days[0] }]]));
    expect((await store.history('a')).map(({ state, checkedAt }) => [state, checkedAt])).toEqual([
      ['degraded', days[2]],
      ['degraded', days[1]],
      ['fine', days[0]],
    ]);
    const later = nextDay();
    const accepted = { ...about, checkedAt: later, state: 'fine' as const, findings: [], observation: seen(2) };
    expect(await store.keep([{ ...accepted, accept: true }])).toMatchObject([{ state: 'fine', since: later }]);
    expect((await store.baselines()).get('a')).toEqual({ observation: seen(2), takenAt: later });
    for (const store of opened.splice(0)) await store.close();
    await place.stop();
  });
});

test('who only reads makes no file', async () => {
  const store = open();
  expect([await store.latest(), await store.history('a'), (await store.baselines()).size]).toEqual([[], [], 0]);
  expect(existsSync(join(dataDir, 'sentinel.sqlite'))).toBe(false);
});

test('the history is as long as it is stored for', async () => {
  const store = open();
  const round = (checkedAt: string) => ({ cardId: 'a', checkedAt, state: 'fine' as const, findings: [] });
  await store.keep([round(now.toISOString())]);
  now = new Date(now.getTime() + 401 * dayMs);
  await store.keep([round(now.toISOString())]);
  expect((await store.history('a')).map(({ checkedAt }) => checkedAt)).toEqual([now.toISOString()]);
});
