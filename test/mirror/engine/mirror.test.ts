import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day, money, text } from '../../../src/fields/define.ts';
import { distanceMeters } from '../../../src/geometry/geo.ts';
import { editionEnd } from '../../../src/mirror/engine/calendar.ts';
import type { Dataset } from '../../../src/mirror/engine/dataset.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { readSnapshot } from '../../../src/mirror/engine/snapshot.ts';
import { childScript } from '../../child-script.ts';
import { workbook } from '../../upstreams/workbook.ts';
import { datasetOf } from '../dataset-of.ts';
import { sites } from './sites.ts';

const loanLimits = datasetOf('fhfa-loan-limits');

const retrievedAt = '2026-11-01T00:00:00.000Z';
const csv =
  'id,name,owner,year,lat,lon\n7,"A, ""quoted""",JANE PLANTED,2024,35.0,-78.0\n8,B,JOHN PLANTED,2025,35.01,-78.0\n9,C,X,2025,77.7777,-78\n';

let directory: string;
let now: Date;
const file = (name: string, bytes: string | Uint8Array) => {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
};
const open = (dataset: Dataset = sites) => new Mirror({ directory, datasets: [dataset], clock: () => now });

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mirror-'));
  now = new Date('2026-11-10T00:00:00Z');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('loading', () => {
  it.each([
    ['plain', 'sites.csv', csv],
    ['gzip', 'sites.csv.gz', gzipSync(csv)],
    ['zip', 'all.zip', zipSync({ 'readme.txt': Buffer.from('x'), 'data/sites.csv': Buffer.from(csv) })],
    ['byte order mark and CRLF', 'bom.csv', `\uFEFF${csv.replaceAll('\n', '\r\n')}`],
  ])('reads %s and keeps only the named columns', async (_, name, bytes) => {
    const loaded = await loadDataset(sites, file(name, bytes), { directory, retrievedAt });
    expect(loaded).toMatchObject({ rows: 3, vintage: '2025' });
    const mirror = open();
    const found = mirror.rows('sites', { id: '00007' });
    expect(found).toMatchObject({ state: 'found', data: [{ id: '00007', name: 'A, "quoted"', year: 2024 }] });
    expect(JSON.stringify(found)).not.toContain('PLANTED');
    expect(mirror.rows('sites', { id: '00009' })).toMatchObject({ data: [{ lat: null }] });
    mirror.close();
  });

  it('reads header cells that a workbook breaks over lines', async () => {
    const rows = [['Sites of 2025'], ['id', 'name of\r\nthe site', 'year', 'lat', 'lon'], ['7', 'A', 2025, 35, -78]];
    const broken = { ...sites, columns: { ...sites.columns, name: text('name of the site') } };
    await loadDataset(broken, file('sites.xlsx', workbook({ All: rows })), { directory, retrievedAt });
    expect(open(broken).rows('sites', { id: '00007' })).toMatchObject({ data: [{ name: 'A' }] });
  });

  it('names the missing column and leaves the old snapshot in place', async () => {
    await loadDataset(sites, file('sites.csv', csv), { directory, retrievedAt });
    await expect(
      loadDataset(sites, file('bad.csv', 'id,name\n1,x\n2,y\n'), { directory, retrievedAt }),
    ).rejects.toThrow('no column year');
    expect(open().rows('sites', { id: '00008' }).state).toBe('found');
    expect(readdirSync(directory).filter((name) => name.includes('loading'))).toEqual([]);
  });

  it('leaves out rows without a required value, and counts refused values by field', async () => {
    const fees = { ...sites, columns: { ...sites.columns, fee: money('fee'), filedOn: day('filed') } };
    const lines = ['id,name,year,lat,lon,fee,filed', '1,A,2024,35,-78,-5,1/2/2024', '2,B,2024.5,35,-78,-6,2027-01-01'];
    const text = `${lines.join('\n')}\n,no number,2024,35,-78,7,2024-01-02\n`;
    const refused = [
      { field: 'fee', why: 'range', count: 2 },
      { field: 'year', why: 'whole', count: 1 },
      { field: 'filedOn', why: 'future', count: 1 },
    ];
    expect(await loadDataset(fees, file('fees.csv', text), { directory, retrievedAt })).toMatchObject({
      rows: 2,
      leftOut: 1,
      refused,
    });
    expect(readSnapshot(directory, fees)?.meta).toMatchObject({ leftOut: 1, refused });
    expect(open(fees).rows('sites', {})).toMatchObject({
      data: [
        { id: '00001', fee: null, filedOn: '2024-01-02' },
        { id: '00002', year: null, filedOn: null },
      ],
    });
  });

  it.each([
    ['a column', { who: text('OWNER_NAME') }],
    ['a name', { ownerName: text('A') }],
  ])('refuses %s about a person before anything is read', async (_, columns) => {
    const load = loadDataset({ ...sites, columns }, file('sites.csv', csv), { directory, retrievedAt });
    await expect(load).rejects.toThrow('about a person');
    expect(open().status('sites').state).toBe('missing');
  });

  it('is picked up by a reader that is already open', async () => {
    const mirror = open();
    expect(mirror.rows('sites', { id: '00008' })).toMatchObject({ state: 'unavailable' });
    await loadDataset(sites, file('sites.csv', csv), { directory, retrievedAt });
    expect(mirror.rows('sites', { id: '00008' }).state).toBe('found');
    await loadDataset(sites, file('sites2.csv', csv.replace('8,B', '8,B2')), { directory, retrievedAt });
    expect(mirror.rows('sites', { id: '00008' })).toMatchObject({ data: [{ name: 'B2' }] });
    mirror.close();
  });

  it('killed in the middle leaves the old snapshot, and the next load cleans up', async () => {
    await loadDataset(sites, file('sites.csv', csv), { directory, retrievedAt });
    const many = Array.from({ length: 400_000 }, (_, at) => `${at},N${at},x,2024,35,-78`).join('\n');
    const big = file('big.csv', `id,name,owner,year,lat,lon\n${many}\n`);
    const script = await childScript(new URL('./load-child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, big, directory]);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    await Promise.race([
      new Promise((resolve) => child.stdout.once('data', resolve)),
      new Promise((_, reject) => child.once('exit', () => reject(new Error(stderr)))),
    ]);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(open().rows('sites', { id: '00008' }).state).toBe('found');
    expect(readdirSync(directory).some((name) => name.includes('loading'))).toBe(true);
    await loadDataset(sites, file('sites3.csv', csv), { directory, retrievedAt });
    expect(readdirSync(directory).some((name) => name.includes('loading'))).toBe(false);
  });
});

describe('states', () => {
  it('missing, stale and broken are reported apart, never empty', async () => {
    expect(open().status('sites')).toMatchObject({ state: 'missing' });
    expect(open().rows('sites', { id: 'x' })).toMatchObject({ state: 'unavailable', source: 'Test sites' });
    await loadDataset(sites, file('sites.csv', csv), { directory, retrievedAt });
    expect(open().rows('sites', { id: 'none' })).toMatchObject({ state: 'empty', citation: { sourceDate: '2025' } });
    now = new Date('2026-12-25T00:00:00Z');
    expect(open().rows('sites', { id: '00008' })).toMatchObject({ state: 'stale', data: [{ name: 'B' }] });
    file('sites.sqlite', 'not a database');
    expect(open().rows('sites', { id: '00008' })).toMatchObject({ state: 'unavailable' });
  });

  it('a dataset of several files is partial until every part is loaded', async () => {
    const parted: Dataset = {
      ...sites,
      parts: { column: 'year', whole: ['2024', '2025'] },
      columns: { ...sites.columns, year: text('year') },
    };
    const part = (year: string) => `id,name,year,lat,lon\n1,P${year},${year},35,-78\n2,Q,${year},35,-78\n`;
    await loadDataset(parted, file('a.csv', part('2024')), { directory, retrievedAt, part: '2024' });
    expect(open(parted).rows('sites', { year: '2024' })).toMatchObject({
      state: 'partial',
      reason: 'not loaded: 2025',
    });
    await loadDataset(parted, file('b.csv', part('2025')), { directory, retrievedAt, part: '2025' });
    await loadDataset(parted, file('b.csv', part('2025')), { directory, retrievedAt, part: '2025' });
    const both = open(parted).rows('sites', {});
    expect(both.state === 'found' && both.data.length).toBe(4);
  });
});

describe('distance queries', () => {
  it('agree with a scan over all points, across cell edges', async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return seed / 4_294_967_296;
    };
    const points = Array.from({ length: 3000 }, () => ({ lat: 35 + random() * 0.3, lon: -78 - random() * 0.3 }));
    const text = `id,name,year,lat,lon\n${points.map(({ lat, lon }, at) => `${at},n,2024,${lat},${lon}`).join('\n')}\n`;
    await loadDataset(sites, file('many.csv', text), { directory, retrievedAt });
    const mirror = open();
    for (const [latitude, longitude, radius] of [
      [35.1, -78.1, 1609],
      [35.14, -78.06, 5000],
      [35.2999, -78.2999, 800],
    ] as const) {
      const here = { latitude, longitude };
      const expected = points.filter(
        ({ lat, lon }) => distanceMeters(here, { latitude: lat, longitude: lon }) <= radius,
      ).length;
      const found = mirror.near('sites', here, radius, { limit: 5000 });
      expect(found.state === 'found' ? found.data.length : 0).toBe(expected);
      expect(expected).toBeGreaterThan(0);
    }
    expect(mirror.near('sites', { latitude: 35.1, longitude: -78.1 }, 5000, { limit: 3 })).toMatchObject({
      state: 'partial',
    });
  });

  it('finds the polygon that contains a point', async () => {
    const areas: Dataset = {
      ...sites,
      vintage: '2024',
      file: { format: 'geojson' },
      columns: { name: text('name') },
      keys: [],
      polygon: true,
    };
    delete (areas as { point?: unknown }).point;
    const square = (at: number) => [
      [
        [at, 0],
        [at + 1, 0],
        [at + 1, 1],
        [at, 1],
        [at, 0],
      ],
    ];
    const features = [
      { type: 'Feature', properties: { name: 'A' }, geometry: { type: 'Polygon', coordinates: square(0) } },
      {
        type: 'Feature',
        properties: { name: 'B' },
        geometry: { type: 'MultiPolygon', coordinates: [square(5), square(9)] },
      },
    ];
    await loadDataset(areas, file('areas.geojson', JSON.stringify({ type: 'FeatureCollection', features })), {
      directory,
      retrievedAt,
    });
    const mirror = open(areas);
    expect(mirror.containing('sites', { latitude: 0.5, longitude: 0.5 })).toMatchObject({
      state: 'found',
      data: [{ name: 'A' }],
    });
    expect(mirror.containing('sites', { latitude: 0.5, longitude: 9.5 })).toMatchObject({ data: [{ name: 'B' }] });
    expect(mirror.containing('sites', { latitude: 0.5, longitude: 3 }).state).toBe('empty');
  });
});

describe('official files of ../shared/data', () => {
  const shared = (path: string) => join(import.meta.dirname, '../../../../shared/data', path);
  it.skipIf(!existsSync(shared('fhfa-loan-limits-2026')))(
    'fhfa-loan-limits-2026: 3,235 rows, Wake County',
    async () => {
      const loaded = await loadDataset(loanLimits, shared('fhfa-loan-limits-2026/loan_limits_2026.csv'), {
        directory,
        retrievedAt,
      });
      expect(loaded.rows).toBe(3235);
      expect(open(loanLimits).rows('fhfa-loan-limits', { countyFips: '37183' })).toMatchObject({
        data: [{ oneUnit: 832_750 }],
      });
    },
  );
});

describe('the age of an edition', () => {
  const yearly: Dataset = { ...sites, staleAfterDays: 430, supersededAfterDays: 480 };

  it.each([
    ['2017', '2017-12-31'],
    ['2020-2024', '2024-12-31'],
    ['2026-02', '2026-02-28'],
    ['2026Q2', '2026-06-30'],
    ['2026-11-17', '2026-11-17'],
    ['the edition that was loaded', undefined],
  ])('%s ends on %s', (vintage, day) => {
    const end = editionEnd(vintage);
    expect(end === undefined ? undefined : new Date(end).toISOString().slice(0, 10)).toBe(day);
  });

  it('counts from what the edition speaks of, not from the day it was loaded', async () => {
    await loadDataset(yearly, file('old.csv', csv.replaceAll(/202[45]/g, '2017')), { directory, retrievedAt });
    const status = open(yearly).status('sites');
    expect(status).toMatchObject({ state: 'stale', vintage: '2017', reason: 'edition 2017; yearly' });
    expect(open(yearly).rows('sites', { id: '00008' })).toMatchObject({
      state: 'stale',
      reason: 'edition 2017; yearly',
    });
  });

  it('is current until the next edition is due', async () => {
    await loadDataset(yearly, file('new.csv', csv), { directory, retrievedAt });
    expect(open(yearly).status('sites').state).toBe('ready');
  });
});
