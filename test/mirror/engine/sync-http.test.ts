import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { datasets } from '../../../src/mirror/datasets.ts';
import { wholeParts } from '../../../src/mirror/engine/calendar.ts';
import type { Dataset } from '../../../src/mirror/engine/dataset.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { partsToSync, syncDataset } from '../../../src/mirror/engine/sync.ts';
import { createDownload } from '../../../src/sources/http/download.ts';
import { testClock } from '../../clock.ts';
import { type LocalServer, serveLocally } from '../../local-server.ts';
import { mirrorFiles } from '../../upstreams/mirror-files.generated.ts';
import { datasetOf } from '../dataset-of.ts';

const states = datasetOf('fhfa-hpi-state');
const storms = datasetOf('ncei-storm-events');
const zones = datasetOf('nws-zone-county');

const now = testClock();
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const contentOf = (dataset: Dataset, part?: string) =>
  mirrorFiles.find((file) => file.dataset === dataset.id && file.part === part)?.content ?? '';

/** A directory as Apache lists it (mod_autoindex with FancyIndexing), in text/html. */
const index = (...names: readonly string[]) => `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
<html><head><title>Index of /pub/data/swdi/stormevents/csvfiles</title></head>
<body><h1>Index of /pub/data/swdi/stormevents/csvfiles</h1><pre><a href="?C=N;O=D">Name</a> <a href="?C=M;O=A">Last modified</a><hr>
<img src="/icons/back.gif" alt="[PARENTDIR]"> <a href="/pub/data/swdi/stormevents/">Parent Directory</a>
${names.map((name) => `<img src="/icons/compressed.gif" alt="[   ]"> <a href="${name}">${name}</a> 2026-09-18 12:00  1.2M`).join('\n')}
<hr></pre></body></html>`;

const queried: string[] = [];
let pages: Record<string, (outgoing: ServerResponse) => void>;
const html = (text: string) => (outgoing: ServerResponse) =>
  void outgoing.writeHead(200, { 'content-type': 'text/html;charset=UTF-8' }).end(text);
const file = (bytes: Uint8Array | string) => (outgoing: ServerResponse) =>
  void outgoing.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);

const serve: RequestListener = (incoming, outgoing) => {
  const path = decodeURI(incoming.url ?? '');
  queried.push(path);
  const page = pages[path];
  if (page) page(outgoing);
  else outgoing.writeHead(404).end();
};

let server: LocalServer;
let directory: string;
let options: Parameters<typeof syncDataset>[1];
beforeEach(async () => {
  server = await serveLocally(serve);
  directory = mkdtempSync(join(tmpdir(), 'sync-'));
  queried.length = 0;
  pages = {};
  options = {
    directory,
    retrievedAt: '2026-11-20T00:00:00Z',
    signal: new AbortController().signal,
    download: createDownload({
      proxy: server.url,
      userAgent: 'test (+contact@example.test)',
      log: quiet,
      clock: testClock,
    }),
  };
});
afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});
const pathOf = (url: string) => url.replace('https://', '/');
const downloads = () => readdirSync(join(directory, 'downloads'));

describe('sync over HTTP', () => {
  it('reads a directory that is listed as text/html, and loads the newest file of the part', async () => {
    const newest = 'StormEvents_details-ftp_v1.0_d2026_c20260918.csv.gz';
    pages[pathOf(storms.sourceUrl)] = html(
      index('StormEvents_details-ftp_v1.0_d2025_c20260520.csv.gz', newest, newest.replace('0918', '0719')),
    );
    pages[`${pathOf(storms.sourceUrl)}${newest}`] = file(gzipSync(contentOf(storms, '2026')));
    expect((await syncDataset(storms, { ...options, part: '2026' })).rows).toBe(3);
    expect(queried).toEqual([pathOf(storms.sourceUrl), `${pathOf(storms.sourceUrl)}${newest}`]);
    expect(downloads()).toEqual([]);
  });

  it('reads a page that links the file', async () => {
    pages[pathOf(zones.sourceUrl)] = html('<a href="/source/gis/Shapefiles/County/bp16ap26.dbx">bp16ap26.dbx</a>');
    pages['/www.weather.gov/source/gis/Shapefiles/County/bp16ap26.dbx'] = file(contentOf(zones));
    expect((await syncDataset(zones, options)).rows).toBeGreaterThan(0);
  });

  it('takes no page for a file', async () => {
    pages[pathOf(states.sourceUrl)] = html('<html>Service notice</html>');
    await expect(syncDataset(states, options)).rejects.toThrow(/page instead of the file/);
  });

  it('a file that could not be loaded is fetched anew by the next sync', async () => {
    pages[pathOf(states.sourceUrl)] = file('this,is,another\n1,2,3\n');
    await expect(syncDataset(states, options)).rejects.toThrow();
    expect(downloads()).toEqual([]);
    pages[pathOf(states.sourceUrl)] = file(contentOf(states));
    expect((await syncDataset(states, options)).rows).toBeGreaterThan(0);
    expect(queried).toHaveLength(2);
  });
});

describe('a file that is larger than three times what its dataset announces', () => {
  const small = { ...states, megabytes: 0.1 };
  const over: unknown[] = [];
  const bounded = () => ({ ...options, onOverBound: (event: object) => void over.push(event) });
  beforeEach(() => {
    over.length = 0;
  });

  it.each([
    ['announces so', { 'content-length': '90000000' }],
    ['never ends', {}],
  ])('is given up where it %s, and nothing of it is left', async (_, headers) => {
    let sent = 0;
    pages[pathOf(states.sourceUrl)] = (outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/octet-stream', etag: '"one"', ...headers });
      const more = () => {
        sent += 50_000;
        if (!outgoing.destroyed && outgoing.write('a,b,c\n'.repeat(10_000))) setImmediate(more);
      };
      outgoing.on('drain', more);
      more();
    };
    await expect(syncDataset(small, bounded())).rejects.toThrow(/over the bound of 0.3 MB/);
    expect(downloads()).toEqual([]);
    expect(over).toEqual([{ dataset: states.id, bound: 'download' }]);
    expect(sent).toBeLessThan(10_000_000);
  });

  it('is given up with all of its pages', async () => {
    const page = `{"type":"FeatureCollection","features":[{},{}],"filler":"${'x'.repeat(200_000)}"}`;
    const paged = { ...small, sourceUrl: `${states.sourceUrl}?at={offset}`, pages: { size: 2 } };
    for (const at of [0, 2, 4]) pages[`${pathOf(states.sourceUrl)}?at=${at}`] = file(page);
    await expect(syncDataset(paged, bounded())).rejects.toThrow(/over the bound/);
    expect(downloads()).toEqual([]);
    expect(queried).toHaveLength(2);
  });
});

describe('datasets without a file address', () => {
  const byHand = datasets.filter((dataset) => dataset.byHand !== undefined);

  it('are those whose address is no file, no service and no listing', () => {
    const isFile = /\.(zip|csv|xlsx|json|gz|dat)$|\?|\/csv$|\/la\.data\.64\.County$/;
    expect(byHand.map(({ id }) => id)).toEqual(
      datasets
        .filter(({ sourceUrl, listed, listings }) => !listed && !listings && !isFile.test(sourceUrl))
        .map(({ id }) => id),
    );
    expect(byHand).toHaveLength(2);
  });

  it.each(byHand.map((dataset) => [dataset.id, dataset] as const))(
    '%s says what to load and from where',
    async (id, dataset) => {
      const words = `from ${dataset.sourceUrl}, then place-records mirror load ${id} <file>`;
      await expect(syncDataset(dataset, options)).rejects.toThrow(words);
      expect(queried).toEqual([]);
      const mirror = new Mirror({ directory, datasets, clock: testClock });
      expect(mirror.status(id)).toMatchObject({ state: 'missing', reason: expect.stringContaining(words) });
      mirror.close();
    },
  );
});

describe('a sync of everything', () => {
  const base = { dataset: 'x', title: '', sourceUrl: '', datasetUrl: '', publisher: '', licenseNote: '' } as const;

  it('completes what is partly loaded and leaves what is whole', async () => {
    pages[pathOf(storms.sourceUrl)] = html(index('StormEvents_details-ftp_v1.0_d2026_c20260918.csv.gz'));
    pages[`${pathOf(storms.sourceUrl)}StormEvents_details-ftp_v1.0_d2026_c20260918.csv.gz`] = file(
      gzipSync(contentOf(storms, '2026')),
    );
    await syncDataset(storms, { ...options, part: '2026' });
    const mirror = new Mirror({ directory, datasets: [storms], clock: testClock });
    expect(partsToSync(storms, mirror.status(storms.id), now)).toEqual(['2022', '2023', '2024', '2025']);
    mirror.close();
    expect(existsSync(join(directory, `${storms.id}.sqlite`))).toBe(true);
    const whole = wholeParts(storms, now);
    expect(partsToSync(storms, { ...base, state: 'ready', parts: whole }, now)).toEqual([]);
    expect(partsToSync(storms, { ...base, state: 'stale', parts: ['2022'] }, now)).toEqual(whole);
    expect(partsToSync(storms, { ...base, state: 'missing' }, now)).toEqual(whole);
    expect(partsToSync(states, { ...base, state: 'stale' }, now)).toEqual([undefined]);
    expect(partsToSync(states, { ...base, state: 'ready' }, now)).toEqual([]);
  });
});
