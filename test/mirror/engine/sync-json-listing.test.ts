import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileNotThere } from '../../../src/kernel/file-not-there.ts';
import { followListing } from '../../../src/mirror/engine/address.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { syncDataset } from '../../../src/mirror/engine/sync.ts';
import { createDownload } from '../../../src/sources/http/download.ts';
import { testClock } from '../../clock.ts';
import { type LocalServer, serveLocally } from '../../local-server.ts';
import { fileId, interfaceListings, pageListings, processId } from '../../upstreams/broadband-listings.ts';
import { mirrorFiles } from '../../upstreams/mirror-files.generated.ts';
import { zipOf } from '../../upstreams/zip.ts';
import { datasetOf } from '../dataset-of.ts';

const broadband = datasetOf('fcc-bdc-summary');

const host = '/broadbandmap.fcc.gov';
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const csv = mirrorFiles.find(({ dataset }) => dataset === broadband.id)?.content ?? '';
const zip = zipOf({
  'bdc_us_fixed_broadband_summary_by_geography_D25_04aug2026.csv': new TextEncoder().encode(String(csv)),
});
const json = (body: unknown) => (outgoing: ServerResponse) =>
  void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const archive = (outgoing: ServerResponse) =>
  void outgoing.writeHead(200, { 'content-type': 'application/zip' }).end(zip);
const refused = (status: number) => (outgoing: ServerResponse) => void outgoing.writeHead(status).end();

const openWay = {
  [`${host}/nbm/map/api/published/filing`]: json(pageListings.filings),
  [`${host}/nbm/map/api/national_map_process/nbm_get_data_download/${processId}/`]: json(pageListings.files),
  [`${host}/nbm/map/api/getNBMDataDownloadFile/${fileId}/1`]: archive,
};
const keyedWay = {
  [`${host}/api/public/map/listAsOfDates`]: json(interfaceListings.days),
  [`${host}/api/public/map/downloads/listAvailabilityData/2025-12-31?category=Summary`]: json(interfaceListings.files),
  [`${host}/api/public/map/downloads/downloadFile/availability/${fileId}`]: archive,
};

const queried: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
let pages: Record<string, (outgoing: ServerResponse) => void>;
const serve: RequestListener = (incoming, outgoing) => {
  queried.push({ url: incoming.url ?? '', headers: incoming.headers });
  (pages[incoming.url ?? ''] ?? refused(404))(outgoing);
};

let server: LocalServer;
let directory: string;
beforeEach(async () => {
  server = await serveLocally(serve);
  directory = mkdtempSync(join(tmpdir(), 'listing-'));
  queried.length = 0;
  pages = { ...openWay, ...keyedWay };
});
afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const sync = (keys: Record<string, string> = {}) =>
  syncDataset(broadband, {
    directory,
    retrievedAt: testClock().toISOString(),
    signal: new AbortController().signal,
    download: createDownload({
      proxy: server.url,
      userAgent: 'test (+contact@example.test)',
      keys,
      log: quiet,
      clock: testClock,
    }),
  });
const paths = () => queried.map(({ url }) => url);

describe('a dataset that listings in JSON lead to', () => {
  it('takes the file of the newest day without a key, and its day as the edition', async () => {
    const loaded = await sync();
    expect(loaded).toMatchObject({ vintage: '2025-12-31', rows: 18 });
    expect(paths()).toEqual(Object.keys(openWay));
    expect(queried.every(({ headers }) => !('hash_value' in headers))).toBe(true);
    expect(readdirSync(join(directory, 'downloads'))).toEqual([]);
    const mirror = new Mirror({ directory, datasets: [broadband], clock: testClock });
    expect(mirror.status(broadband.id)).toMatchObject({ state: 'ready', vintage: '2025-12-31' });
    mirror.close();
  });

  it('goes the way of the documented interface where its key is set', async () => {
    const loaded = await sync({ SVC_KEY_FCC: 'someone@example.test:abc:def=' });
    expect(loaded.vintage).toBe('2025-12-31');
    expect(paths()).toEqual(Object.keys(keyedWay));
    for (const { headers } of queried)
      expect(headers).toMatchObject({ username: 'someone@example.test', hash_value: 'abc:def=' });
  });

  it('says that the site refuses programs, and what to take by hand from where', async () => {
    pages[`${host}/nbm/map/api/published/filing`] = refused(403);
    const failure: unknown = await sync().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FileNotThere);
    const { message } = failure as Error;
    expect(message).toMatch(/^broadbandmap\.fcc\.gov answered HTTP 403; load by hand: take the ZIP of Fixed/);
    expect(message).toContain(`from ${broadband.datasetUrl}, then place-records mirror load fcc-bdc-summary <file>`);
    expect(message).toContain('SVC_KEY_FCC');
    expect(existsSync(join(directory, 'fcc-bdc-summary.sqlite'))).toBe(false);
  });

  it('asks a listing once more that fails, and does not begin again', async () => {
    const failed = new Set<string>();
    for (const [path, page] of Object.entries(openWay).slice(0, 2)) {
      pages[path] = (outgoing) => {
        if (failed.has(path)) return page(outgoing);
        failed.add(path);
        refused(503)(outgoing);
      };
    }
    expect((await sync()).vintage).toBe('2025-12-31');
    const [first, second, file] = Object.keys(openWay);
    expect(paths()).toEqual([first, first, second, second, file]);
  });

  it('a refused key is said, and the key itself never', async () => {
    pages = { [Object.keys(keyedWay)[0] ?? '']: refused(401), [Object.keys(openWay)[0] ?? '']: refused(403) };
    await expect(sync({ SVC_KEY_FCC: 'someone@example.test:secret-value' })).rejects.toThrow(/HTTP 401; load by hand/);
    const half: unknown = await sync({ SVC_KEY_FCC: 'secret-value' }).catch((error: unknown) => error);
    expect(String(half)).toContain('setting SVC_KEY_FCC: takes username:hash_value');
    expect(String(half)).not.toContain('secret-value');
  });

  it('a page, another form or a name that would leave the address are no listing', async () => {
    const [step] = broadband.listings?.[1]?.steps ?? [];
    if (!step) throw new Error('no step');
    const follow = (page: string) =>
      followListing({ steps: [step], file: 'https://a.test/{found}' }, async () => page).catch(String);
    expect(await follow('<html>')).toMatch(/FileNotThere: .* page instead of its listing/);
    expect(await follow('{"rows":[]}')).toMatch(/not of the expected form/);
    expect(await follow('{"data":[]}')).toMatch(/FileNotThere: .* lists no such file/);
    const row = { filing_subtype: 'June 30, 2026', process_uuid: '../../elsewhere' };
    expect(await follow(JSON.stringify({ data: [row] }))).toMatch(/not of the expected form/);
    const noDay = { filing_subtype: 'Preliminary', process_uuid: 'abc' };
    expect(await follow(JSON.stringify({ data: [noDay] }))).toMatch(/lists no such file/);
  });
});
