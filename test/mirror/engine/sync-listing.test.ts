import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Download } from '../../../src/kernel/ports/download.ts';
import { newestListed } from '../../../src/mirror/engine/address.ts';
import { hostsOf } from '../../../src/mirror/engine/dataset.ts';
import { syncDataset } from '../../../src/mirror/engine/sync.ts';
import { mirrorFiles } from '../../upstreams/mirror-files.generated.ts';
import { datasetOf } from '../dataset-of.ts';

const storms = datasetOf('ncei-storm-events');
const zones = datasetOf('nws-zone-county');

const page = `<pre>
<a href="StormEvents_details-ftp_v1.0_d2025_c20260520.csv.gz">x</a> 2026-05-20
<a href="StormEvents_details-ftp_v1.0_d2026_c20260918.csv.gz">x</a>
<a href="StormEvents_details-ftp_v1.0_d2026_c20260719.csv.gz">x</a>
<a href="StormEvents_fatalities-ftp_v1.0_d2026_c20260918.csv.gz">x</a>
<a href="https://elsewhere.example/StormEvents_details-ftp_v1.0_d2026_c20991231.csv.gz">x</a></pre>`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sync-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a dataset whose file names change', () => {
  it('takes the newest name of the part, on the same host', () => {
    const url = newestListed(page, storms.sourceUrl, storms.listed ?? '', { part: '2026' });
    expect(url).toBe(`${storms.sourceUrl}StormEvents_details-ftp_v1.0_d2026_c20260918.csv.gz`);
    expect(newestListed(page, storms.sourceUrl, storms.listed ?? '', { part: '1999' })).toBeUndefined();
    const links = '<a href="/source/gis/Shapefiles/County/bp16ap26.dbx">x</a>';
    expect(newestListed(links, zones.sourceUrl, zones.listed ?? '', {})).toMatch(/County\/bp16ap26\.dbx$/);
  });

  it('names the hosts of its description, listings and further addresses included', () => {
    expect(hostsOf(datasetOf('census-government-finances'))).toEqual(['www.census.gov', 'www2.census.gov']);
    expect(hostsOf(datasetOf('congress-legislators'))).toEqual([
      'unitedstates.github.io',
      'github.com',
      'theunitedstates.io',
    ]);
  });

  it('reads the listing, then the file, and leaves no download behind', async () => {
    const synthetic = mirrorFiles.find(({ dataset, part }) => dataset === storms.id && part === '2026');
    const queried: string[] = [];
    const download: Download = async (url, path, { hosts }) => {
      queried.push(url);
      expect(hosts).toEqual(['www.ncei.noaa.gov']);
      writeFileSync(path, url.endsWith('.gz') ? gzipSync(synthetic?.content ?? '') : page);
      return { bytes: 1 };
    };
    const options = { directory, retrievedAt: '2026-11-20T00:00:00Z', signal: new AbortController().signal, download };
    const loaded = await syncDataset(storms, { ...options, part: '2026' });
    expect(loaded.rows).toBe(3);
    expect(queried).toEqual([
      storms.sourceUrl,
      `${storms.sourceUrl}StormEvents_details-ftp_v1.0_d2026_c20260918.csv.gz`,
    ]);
    expect(readdirSync(join(directory, 'downloads'))).toEqual([]);
    await expect(syncDataset(storms, options)).rejects.toThrow(/name one with --part/);
    await expect(syncDataset(storms, { ...options, part: '1999' })).rejects.toThrow(/lists no file of that name/);
  });
});
