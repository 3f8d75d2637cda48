import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDemand } from '../../src/store/demand.ts';
import { postgresMissing, temporaryPostgres } from './temporary-postgres.ts';

const wake = { code: '37183', label: 'Wake County, NC', kind: 'county' };
const texas = { code: 'TX', label: 'TX', kind: 'state' };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'demand-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe.each(['on a file', 'in memory'])('coverage demand %s', (where) => {
  const open = () => createDemand(where === 'on a file' ? { directory } : {});

  test('counts areas and lists the largest first', async () => {
    const demand = open();
    expect(await demand.requestCoverage(texas, '2026-11-20')).toEqual({ requests: 1 });
    expect(await demand.requestCoverage(wake, '2026-11-21')).toEqual({ requests: 1 });
    expect(await demand.requestCoverage(wake, '2026-11-19')).toEqual({ requests: 2 });
    expect(await demand.coverageDemand(10)).toEqual([
      { area: 'Wake County, NC', areaKind: 'county', requests: 2, lastRequestedOn: '2026-11-21' },
      { area: 'TX', areaKind: 'state', requests: 1, lastRequestedOn: '2026-11-20' },
    ]);
    expect(await demand.coverageDemand(1)).toHaveLength(1);
    await demand.close();
  });

  test('every note has an id of its own', async () => {
    const demand = open();
    const note = { kind: 'idea', summary: 'one', helpful: ['a'] };
    const ids = [
      await demand.feedback(note, '2026-11-21T12:00:00Z'),
      await demand.feedback(note, '2026-11-21T12:00:00Z'),
    ];
    expect(new Set(ids).size).toBe(2);
    await demand.close();
  });
});

test.skipIf(postgresMissing() !== undefined)(
  'on PostgreSQL coverage is counted and notes are kept, for several processes',
  async () => {
    const cluster = await temporaryPostgres();
    try {
      const houses = [createDemand({ databaseUrl: cluster.url }), createDemand({ databaseUrl: cluster.url })];
      const counted = Array.from({ length: 20 }, (_, index) => houses[index % 2]?.requestCoverage(wake, '2026-11-20'));
      const numbers = (await Promise.all(counted)).map((one) => (one && 'requests' in one ? one.requests : 0));
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      await houses[0]?.requestCoverage(wake, '2026-11-19');
      await houses[1]?.requestCoverage(texas, '2026-11-21');
      expect(await houses[0]?.coverageDemand(10)).toEqual([
        { area: 'Wake County, NC', areaKind: 'county', requests: 21, lastRequestedOn: '2026-11-20' },
        { area: 'TX', areaKind: 'state', requests: 1, lastRequestedOn: '2026-11-21' },
      ]);
      expect(await houses[0]?.feedback({ kind: 'idea', summary: 'one' }, '2026-11-21T12:00:00Z')).toEqual({
        id: expect.stringMatching(/^note-/),
      });
      for (const house of houses) await house.close();
    } finally {
      cluster.stop();
    }
  },
  60_000,
);

describe('the file', () => {
  test('is not made before it is needed, and is read again by the next process', async () => {
    const first = createDemand({ directory });
    expect(readdirSync(directory)).toEqual([]);
    await first.requestCoverage(wake, '2026-11-21');
    await first.close();
    const second = createDemand({ directory });
    expect(await second.requestCoverage(wake, '2026-11-22')).toEqual({ requests: 2 });
    await second.close();
    await expect(second.coverageDemand(1)).rejects.toThrow('closed');
  });

  test('several processes count into one file without losing a request', async () => {
    const store = new URL('../../src/store/demand.ts', import.meta.url).href;
    const script = `
      const { createDemand } = await import(${JSON.stringify(store)});
      const demand = createDemand({ directory: ${JSON.stringify(directory)} });
      for (let i = 0; i < 40; i++) await demand.requestCoverage(${JSON.stringify(wake)}, '2026-11-21');
      await demand.close();`;
    const runs = Array.from(
      { length: 3 },
      () =>
        new Promise<number | null>((resolve) => {
          const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
            stdio: 'ignore',
          });
          child.on('exit', resolve);
        }),
    );
    expect(await Promise.all(runs)).toEqual([0, 0, 0]);
    const demand = createDemand({ directory });
    expect(await demand.requestCoverage(wake, '2026-11-21')).toEqual({ requests: 121 });
    await demand.close();
  });

  test('a note is kept as it was given', async () => {
    const demand = createDemand({ directory });
    await demand.feedback({ kind: 'idea', target: 'svc_zoning', summary: 'a marked summary' }, '2026-11-21T12:00:00Z');
    await demand.close();
    const bytes = readdirSync(directory).map((name) => readFileSync(join(directory, name)).toString('latin1'));
    expect(bytes.join('')).toContain('a marked summary');
  });
});
