import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Demand } from '../../src/store/demand.ts';
import { childScript } from '../child-script.ts';
import { onEachStore, openPlace, type StorePlace } from './stores.ts';

const wake = { code: '37183', label: 'Wake County, NC', kind: 'county' };
const texas = { code: 'TX', label: 'TX', kind: 'state' };

async function countsAreas(demand: Demand): Promise<void> {
  expect(await demand.requestCoverage(texas, '2026-11-20')).toEqual({ requests: 1 });
  expect(await demand.requestCoverage(wake, '2026-11-21')).toEqual({ requests: 1 });
  expect(await demand.requestCoverage(wake, '2026-11-19')).toEqual({ requests: 2 });
  expect(await demand.coverageDemand(10)).toEqual([
    { area: 'Wake County, NC', areaKind: 'county', requests: 2, lastRequestedOn: '2026-11-21' },
    { area: 'TX', areaKind: 'state', requests: 1, lastRequestedOn: '2026-11-20' },
  ]);
  expect(await demand.coverageDemand(1)).toHaveLength(1);
}

async function tellsNotesApart(demand: Demand): Promise<void> {
  const note = { kind: 'idea', summary: 'one', helpful: ['a'] };
  const ids = [
    await demand.feedback(note, '2026-11-21T12:00:00Z'),
    await demand.feedback(note, '2026-11-21T12:00:00Z'),
  ];
  expect(ids).toEqual([1, 2].map(() => ({ id: expect.stringMatching(/^note-/) })));
  expect(new Set(ids.map((one) => JSON.stringify(one))).size).toBe(2);
}

onEachStore('coverage demand', (start) => {
  let place: StorePlace;
  let settings: { databaseUrl: string | undefined; dataDir: string };
  let demand: Demand;
  beforeEach(async () => {
    place = await start();
    settings = { databaseUrl: place.settings.databaseUrl, dataDir: place.settings.dataDir };
    demand = new Demand(settings);
  });
  afterEach(async () => {
    await demand.close();
    await place.stop();
  });

  test('counts areas and lists the largest first', () => countsAreas(demand));
  test('every note has an id of its own', () => tellsNotesApart(demand));

  test('houses that count at once are each told another number', async () => {
    const other = new Demand(settings);
    const counted = Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? other : demand).requestCoverage(wake, '2026-11-20'),
    );
    const numbers = (await Promise.all(counted)).map((one) => ('requests' in one ? one.requests : 0));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    await other.close();
  });

  test('several processes count without losing a request', async () => {
    const script = await childScript(new URL('./demand-child.ts', import.meta.url));
    const args = [script, JSON.stringify(settings), JSON.stringify(wake), '40'];
    await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
    expect(await demand.requestCoverage(wake, '2026-11-21')).toEqual({ requests: 121 });
  }, 60_000);
});

describe('the file', () => {
  let place: StorePlace;
  let dataDir: string;
  beforeEach(async () => {
    place = await openPlace();
    dataDir = place.settings.dataDir;
  });
  afterEach(() => place.stop());

  test('is not made before it is needed, and is read again by the next process', async () => {
    const first = new Demand({ dataDir });
    expect(readdirSync(dataDir)).toEqual([]);
    await first.requestCoverage(wake, '2026-11-21');
    await first.close();
    const second = new Demand({ dataDir });
    expect(await second.requestCoverage(wake, '2026-11-22')).toEqual({ requests: 2 });
    await second.close();
    await expect(second.coverageDemand(1)).rejects.toThrow('closed');
  });

  test('a note is stored as it was given', async () => {
    const demand = new Demand({ dataDir });
    await demand.feedback({ kind: 'idea', target: 'svc_zoning', summary: 'a marked summary' }, '2026-11-21T12:00:00Z');
    await demand.close();
    const bytes = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)).toString('latin1'));
    expect(bytes.join('')).toContain('a marked summary');
  });
});
