import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { code } from '../../../src/fields/define.ts';
import type { Download } from '../../../src/kernel/ports/download.ts';
import type { Dataset } from '../../../src/mirror/engine/dataset.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { MirrorSupply } from '../../../src/mirror/supply/supply.ts';
import { testClock } from '../../clock.ts';
import { mirrorFiles } from '../../upstreams/mirror-files.generated.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { zipOf } from '../../upstreams/zip.ts';
import { datasetOf } from '../dataset-of.ts';

const crashes = datasetOf('fars-crashes');

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const point = samplePlaces.raleigh;
const contentOf = (part: string) =>
  String(mirrorFiles.find((file) => file.dataset === crashes.id && file.part === part)?.content ?? '');
/** The dataset as it was before it kept the mode. */
const { mode: _, ...without } = crashes.columns;
const before: Dataset = { ...crashes, columns: without };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'old-form-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const load = async (dataset: Dataset, part: string) => {
  const path = join(directory, `${part}.csv`);
  writeFileSync(path, contentOf(part));
  return loadDataset(dataset, path, { directory, part, retrievedAt: testClock().toISOString() });
};
const near = (mirror: Mirror) => mirror.near(crashes.id, point, 5_000);

it('a copy whose values had another form is reported apart', async () => {
  await load({ ...crashes, columns: { ...crashes.columns, mode: code('HARM_EV') } }, '2023');
  const mirror = new Mirror({ directory, datasets: [crashes], clock: testClock });
  expect(mirror.status(crashes.id).state).toBe('unavailable');
  mirror.close();
});

describe('a copy that was loaded before a column was added', () => {
  it('has to be loaded again, which is said, and is never an error', async () => {
    await load(before, '2023');
    const mirror = new Mirror({ directory, datasets: [crashes], clock: testClock });
    const reason = 'the mirrored file lacks what is read from it now; load it again';
    expect(mirror.status(crashes.id)).toMatchObject({ state: 'unavailable', reason });
    expect(near(mirror)).toMatchObject({ state: 'unavailable', reason: expect.stringContaining(reason) });
    expect(mirror.need(crashes.id, ['2023'])).toMatchObject({ state: 'unavailable' });
    mirror.close();
  });

  it('is replaced whole by the first part that is loaded', async () => {
    await load(before, '2023');
    await load(crashes, '2024');
    const mirror = new Mirror({ directory, datasets: [crashes], clock: testClock });
    expect(mirror.status(crashes.id)).toMatchObject({ state: 'partial', parts: ['2024'] });
    expect(near(mirror)).toMatchObject({
      state: 'partial',
      data: expect.arrayContaining([expect.objectContaining({ year: 2024 })]),
    });
    mirror.close();
  });

  it('is fetched anew by the first question', async () => {
    await load(before, '2024');
    const queried: string[] = [];
    const download: Download = async (url, path) => {
      queried.push(url);
      const [, part = ''] = /FARS\/(\d{4})\//.exec(url) ?? [];
      const bytes = zipOf({ 'accident.csv': new TextEncoder().encode(contentOf(part) || contentOf('2024')) });
      writeFileSync(path, bytes);
      return { bytes: bytes.length };
    };
    const supply = new MirrorSupply({ directory, download, clock: testClock, log: quiet, maxMegabytes: 150 });
    const mirror = new Mirror({ directory, datasets: [crashes], clock: testClock, supply });
    expect(near(mirror)).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('being fetched') });
    await supply.idle();
    expect(queried).toHaveLength(5);
    expect(mirror.status(crashes.id)).toMatchObject({
      state: 'ready',
      parts: ['2020', '2021', '2022', '2023', '2024'],
    });
    expect(near(mirror).state).toBe('found');
    mirror.close();
    await supply.close();
  });
});
