import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder } from '../../../src/kernel/data-file.ts';
import { datasets } from '../../../src/mirror/datasets.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { readShipped } from '../../../src/mirror/engine/shipped.ts';
import { datasetOf } from '../dataset-of.ts';

const loanLimits = datasetOf('fhfa-loan-limits');
const rents = datasetOf('hud-fmr');
const zones = datasetOf('opportunity-zones-2018');

const folder = join(dataFolder(), 'tables');
const tables = datasets.flatMap((dataset) => (dataset.shipped ?? []).map((table) => ({ dataset, table })));

describe('the tables in the package', () => {
  it.each(tables.map((entry) => [entry.table.file, entry] as const))('%s is what its dataset says', (file, entry) => {
    const { dataset, table } = entry;
    const { origin, header, rows } = readShipped(file);
    const { edition, retrievedAt, part } = table;
    expect(origin).toMatchObject({
      dataset: dataset.id,
      edition,
      retrievedAt,
      rows: table.rows,
      ...(part && { part }),
    });
    expect(new URL(origin.sourceUrl).host).toBe(new URL(dataset.sourceUrl).host);
    expect(header).toEqual(Object.keys(dataset.columns));
    expect(rows).toHaveLength(table.rows);
    const at = dataset.parts ? header.indexOf(dataset.parts.column) : -1;
    if (at >= 0) expect(new Set(rows.map((row) => row[at]))).toEqual(new Set([part]));
  });

  it('are small, and every file there belongs to a dataset', () => {
    const files = readdirSync(folder);
    expect(files.toSorted()).toEqual(tables.map(({ table }) => table.file).toSorted());
    expect(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).toBeLessThan(1_500_000);
  });
});

describe('a mirror with nothing loaded', () => {
  let directory: string;
  let now: Date;
  const open = (known = datasets) => new Mirror({ directory, datasets: known, clock: () => now });
  const lines = (...rows: readonly string[]) => {
    const path = join(directory, 'official.csv');
    writeFileSync(path, `${rows.join('\n')}\n`);
    return path;
  };
  const limitsHeader =
    'FIPS State Code,FIPS County Code,County Name,State,CBSA Number,One-Unit Limit,Two-Unit Limit,Three-Unit Limit,Four-Unit Limit';
  const rentsHeader = 'stusps,countyname,county_town_name,metro,hud_area_name,fips,fmr_0,fmr_1,fmr_2,fmr_3,fmr_4';

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'shipped-'));
    now = new Date('2026-11-22T12:00:00Z');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('answers from the table, cited with its edition and the day of the copy, and writes nothing', () => {
    chmodSync(directory, 0o500);
    const mirror = open();
    expect(mirror.status(loanLimits.id)).toMatchObject({ state: 'ready', vintage: '2026', rows: 3235, shipped: true });
    expect(mirror.rows(loanLimits.id, { countyFips: '15009' })).toMatchObject({
      state: 'found',
      data: [{ county: 'MAUI COUNTY', oneUnit: 1_299_500 }],
      citation: { sourceDate: '2026', fetchedAt: '2025-12-06T00:00:00.000Z' },
    });
    expect(mirror.rows(loanLimits.id, { countyFips: '99999' }).state).toBe('empty');
    expect(mirror.rows(zones.id, { tract2010: '01001020700' })).toMatchObject({ state: 'found' });
    expect(readdirSync(directory)).toEqual([]);
    mirror.close();
  });

  it('is stale after the year of its edition, as a file from outside would be', () => {
    now = new Date('2027-01-02T00:00:00Z');
    const mirror = open();
    expect(mirror.status(loanLimits.id).state).toBe('stale');
    expect(mirror.rows(loanLimits.id, { countyFips: '37183' }).state).toBe('stale');
    mirror.close();
  });

  it('gives way to a file of the same or a newer edition, not to an older one', async () => {
    const file = lines(limitsHeader, '37,183,WAKE COUNTY,NC,39580,1,2,3,4', '37,063,DURHAM COUNTY,NC,1,1,2,3,4');
    const retrievedAt = '2026-11-20T00:00:00.000Z';
    const queried = () => open().rows(loanLimits.id, { countyFips: '37183' });
    await loadDataset(loanLimits, file, { directory, retrievedAt, vintage: '2025' });
    expect(queried()).toMatchObject({ data: [{ oneUnit: 832_750 }], citation: { sourceDate: '2026' } });
    await loadDataset(loanLimits, file, { directory, retrievedAt, vintage: '2026' });
    expect(queried()).toMatchObject({ data: [{ oneUnit: 1 }], citation: { fetchedAt: retrievedAt } });
    await loadDataset(loanLimits, file, { directory, retrievedAt, vintage: '2027' });
    expect(queried()).toMatchObject({ data: [{ oneUnit: 1 }], citation: { sourceDate: '2027' } });
  });

  it('has the year that the table is of, and lacks the others', async () => {
    const year2024 = { countyFips: '37183', year: '2024' };
    const bare = open();
    expect(bare.status(rents.id)).toMatchObject({ state: 'partial', parts: ['2024', '2026'] });
    expect(bare.rows(rents.id, year2024)).toMatchObject({
      state: 'found',
      data: [{ county: 'Wake County' }],
      citation: { sourceDate: '2024', fetchedAt: '2023-12-06T00:00:00.000Z' },
    });
    bare.close();
    await loadDataset(rents, lines(rentsHeader, 'NC,Wake County,,1,"Raleigh, NC",3718399999,1,2,3,4,5'), {
      directory,
      retrievedAt: '2026-11-20T00:00:00.000Z',
      part: '2027',
    });
    const loaded = open();
    expect(loaded.status(rents.id).parts).toEqual(['2024', '2026', '2027']);
    expect(loaded.rows(rents.id, { countyFips: '37183', year: '2027' })).toMatchObject({ data: [{ rent0: 1 }] });
    expect(loaded.rows(rents.id, year2024)).toMatchObject({ state: 'found', citation: { sourceDate: '2024' } });
    loaded.close();
  });

  it('says so where the table cannot be read', () => {
    const broken = { ...zones, shipped: [{ ...(zones.shipped?.[0] ?? expect.fail()), file: 'none.csv.gz' }] };
    mkdirSync(directory, { recursive: true });
    expect(open([broken]).rows(zones.id, { tract2010: '01001020700' })).toMatchObject({
      state: 'unavailable',
      reason: 'the table in the package cannot be read',
    });
  });
});
