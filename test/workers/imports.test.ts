import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OverBound } from '../../src/kernel/over-bound.ts';
import { boundsOf } from '../../src/mirror/engine/bounds.ts';
import { importsApart } from '../../src/workers/imports.ts';
import { runApart } from '../../src/workers/run-apart.ts';
import { datasetOf } from '../mirror/dataset-of.ts';
import { mirrorFiles } from '../upstreams/mirror-files.generated.ts';
import { workbookBomb } from '../upstreams/workbook.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'imports-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const load = (id: string, name: string, bytes: string | Uint8Array, megabytes?: number) => {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  const dataset = { ...datasetOf(id), ...(megabytes !== undefined && { megabytes }) };
  const options = { directory, retrievedAt: '2026-11-20T00:00:00Z', part: '2027', bounds: boundsOf(dataset) };
  return importsApart()(dataset, [path], options, new AbortController().signal);
};

it('a file is loaded by a process of its own', async () => {
  const content = mirrorFiles.find(({ dataset }) => dataset === 'fhfa-hpi-state')?.content ?? '';
  expect((await load('fhfa-hpi-state', 'states.csv', content)).rows).toBeGreaterThan(0);
  expect(readdirSync(directory).toSorted()).toEqual(['fhfa-hpi-state.sqlite', 'states.csv']);
});

it('a workbook that unfolds to 229 MB is given up, and costs the serving process nothing', async () => {
  const bytes = workbookBomb();
  expect(bytes.length).toBeLessThan(1_800_000);
  const before = process.memoryUsage().rss;
  const used = process.cpuUsage();
  const given = await load('hud-fmr', 'fmr2027.xlsx', bytes).catch((error: unknown) => error);
  const { user, system } = process.cpuUsage(used);
  expect(given).toBeInstanceOf(OverBound);
  expect(given).toMatchObject({ bound: 'unfolded', message: 'the file unfolds to more than 60 MB' });
  expect(readdirSync(directory)).toEqual(['fmr2027.xlsx']);
  expect(process.memoryUsage().rss - before).toBeLessThan(50e6);
  // unfolding and reading it takes seconds of a processor, of which the serving process has none
  expect((user + system) / 1e6).toBeLessThan(1);
}, 90_000);

it.each([
  ['memory', { ms: 25_000, heapMegabytes: 40 }],
  ['time', { ms: 1, heapMegabytes: 384 }],
])('a process that goes over its %s is ended', async (bound, bounds) => {
  const path = join(directory, 'zones.json');
  writeFileSync(path, `{"a":[${'{},'.repeat(5_000_000)}{}]}`);
  const { columns: _, ...dataset } = datasetOf('epa-radon-zones');
  const message = { dataset, paths: [path], options: { directory, retrievedAt: '2026-11-20T00:00:00Z' } };
  const program = join(import.meta.dirname, '../../src/workers/import-worker.ts');
  const { signal } = new AbortController();
  await expect(runApart({ program, message, signal, ...bounds })).rejects.toMatchObject({ name: 'OverBound', bound });
});
