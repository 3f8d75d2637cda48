import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { id, partName } from '../../../src/fields/define.ts';
import { FileNotThere } from '../../../src/kernel/file-not-there.ts';
import type { Download } from '../../../src/kernel/ports/download.ts';
import type { Dataset } from '../../../src/mirror/engine/dataset.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { syncDataset } from '../../../src/mirror/engine/sync.ts';

const base: Dataset = {
  id: 'survey',
  title: 'Survey',
  publisher: 'Office',
  sourceUrl: 'https://office.example/{year}/survey{year}-{part}.csv',
  alsoAt: ['https://office.example/archive/survey{year}-{part}.csv'],
  datasetUrl: 'https://office.example/surveys',
  licenseNote: 'public domain',
  editions: { since: 2020, from: [1, '12-01'], by: [2, '02-15'] },
  vintage: '{year-4}-{year}',
  cadence: 'yearly',
  staleAfterDays: 3650,
  supersededAfterDays: 790,
  file: { format: 'table' },
  columns: { table: partName(), id: id('id') },
  keys: [['id']],
  parts: { column: 'table', whole: ['a', 'b'] },
  seen: { by: 'none', note: 'a test' },
};

let directory: string;
let files: Record<string, string>;
let queried: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'editions-'));
  files = {};
  queried = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const download: Download = async (url, path) => {
  const name = url.replace('https://office.example/', '');
  queried.push(name);
  const content = files[name];
  if (content === undefined) throw new FileNotThere('office.example answered HTTP 404');
  if (content === '503') throw new Error('office.example answered HTTP 503');
  writeFileSync(path, content);
  return { bytes: content.length };
};
const sync = (day: string, more: { part?: string; anew?: boolean } = {}, dataset = base) =>
  syncDataset(dataset, {
    directory,
    download,
    retrievedAt: `${day}T12:00:00.000Z`,
    signal: new AbortController().signal,
    ...more,
  });
const statusOn = (day: string) => {
  const mirror = new Mirror({ directory, datasets: [base], clock: () => new Date(`${day}T12:00:00Z`) });
  try {
    return mirror.status(base.id);
  } finally {
    mirror.close();
  }
};

describe('an edition that the address names', () => {
  it('is the newest that is there: one that is not out yet is passed over', async () => {
    files['2024/survey2024-a.csv'] = 'id,note\n1,x\n';
    const loaded = await sync('2026-12-10', { part: 'a' });
    expect(loaded.vintage).toBe('2020-2024');
    expect(queried).toEqual(['2025/survey2025-a.csv', 'archive/survey2025-a.csv', '2024/survey2024-a.csv']);
  });

  it('is never an older one because the server is down', async () => {
    files['2025/survey2025-a.csv'] = '503';
    files['2024/survey2024-a.csv'] = 'id,note\n1,x\n';
    await expect(sync('2026-12-10', { part: 'a' })).rejects.toThrow('HTTP 503');
  });

  it('is found at its second address', async () => {
    files['archive/survey2024-a.csv'] = 'id,note\n1,x\n';
    expect((await sync('2026-11-22', { part: 'a' })).vintage).toBe('2020-2024');
  });

  it('is one for all parts; a newer one begins anew', async () => {
    files['2024/survey2024-a.csv'] = 'id,note\n1,x\n';
    files['2024/survey2024-b.csv'] = 'id,note\n2,x\n';
    await sync('2026-11-22', { part: 'a' });
    files['2025/survey2025-b.csv'] = 'id,note\n9,x\n';
    await sync('2026-12-20', { part: 'b' });
    expect(statusOn('2026-12-20')).toMatchObject({ state: 'ready', vintage: '2020-2024', rows: 2 });
    await sync('2027-03-01', { part: 'b', anew: true });
    expect(statusOn('2027-03-01')).toMatchObject({ state: 'partial', vintage: '2021-2025', parts: ['b'], rows: 1 });
  });

  it('that no one has is said with what the publisher answered', async () => {
    await expect(sync('2026-11-22', { part: 'a' })).rejects.toBeInstanceOf(FileNotThere);
    expect(queried).toHaveLength(6);
  });
});

describe('a file in pages', () => {
  const paged: Dataset = {
    ...base,
    id: 'paged',
    sourceUrl: 'https://office.example/query?offset={offset}',
    alsoAt: [],
    editions: undefined as never,
    vintage: 'frozen',
    parts: undefined as never,
    pages: { size: 2 },
    file: { format: 'geojson' },
    columns: { id: id('id') },
  };
  const page = (...ids: readonly string[]) =>
    JSON.stringify({ features: ids.map((id) => ({ type: 'Feature', properties: { id }, geometry: null })) });

  it('is read to its last page, however many there are', async () => {
    files['query?offset=0'] = page('1', '2');
    files['query?offset=2'] = page('3', '4');
    files['query?offset=4'] = page('5');
    expect((await sync('2026-11-22', {}, paged)).rows).toBe(5);
    expect(readdirSync(join(directory, 'downloads'))).toEqual([]);
  });

  it('whose last page is full ends with an empty one', async () => {
    files['query?offset=0'] = page('1', '2');
    files['query?offset=2'] = page();
    expect((await sync('2026-11-22', {}, paged)).rows).toBe(2);
  });
});
