import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasData } from '../../src/kernel/lookup.ts';
import { datasets } from '../../src/mirror/datasets.ts';
import { newestListed } from '../../src/mirror/engine/address.ts';
import { loadDataset } from '../../src/mirror/engine/load.ts';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { districtKey, editionOf, financesMirror, isFullCount } from '../../src/mirror/queries/government-finances.ts';
import { testClock } from '../clock.ts';
import { loadMirrorFiles } from '../upstreams/load-mirrors.ts';
import { zipOf } from '../upstreams/zip.ts';

const dataset = datasets.find(({ id }) => id === financesMirror);
if (!dataset) throw new Error(financesMirror);
const wake = { kind: 'county', stateFips: '37', countyFips3: '183' } as const;

let directory: string;
let mirror: Mirror;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'finances-'));
  await loadMirrorFiles(directory, testClock());
  mirror = new Mirror({ directory, datasets, clock: testClock });
});
afterAll(() => {
  mirror.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('the individual unit file', () => {
  it('reads both widths of a line: the Bureau’s own state codes of 2012 become those of today', () => {
    expect(mirror.status(financesMirror)).toMatchObject({ state: 'ready', vintage: '2024' });
    for (const year of ['2024', '2022', '2017', '2012']) {
      const edition = editionOf(mirror, year, wake);
      expect(edition, year).toMatchObject({
        state: 'found',
        data: { year, unit: { name: 'MADE-UP WAKE COUNTY', fiscalYearEnd: '06-30' } },
        citation: { sourceDate: year },
      });
    }
    const [now, then] = ['2024', '2012'].map((year) => editionOf(mirror, year, wake));
    expect(now).toMatchObject({
      data: { unit: { unitId: '371183100001', population: 1_190_275, populationYear: '2023' } },
    });
    expect(then).toMatchObject({ data: { unit: { unitId: '34118310000100', populationYear: '2011' } } });
    expect(now).toMatchObject({
      data: {
        amounts: expect.arrayContaining([
          { item: 'T01', usd: 1_420_500_000, isImputed: false },
          { item: 'T28', usd: 14_100_000, isImputed: true },
          { item: '49U', usd: 2_480_000_000, isImputed: false },
        ]),
      },
    });
    expect(then).toMatchObject({
      data: { amounts: expect.arrayContaining([expect.objectContaining({ usd: 866_505_000 })]) },
    });
  });

  it('keeps no state, no special district, no wages and no aid to others', () => {
    const of = (column: string) => {
      const values = mirror.valuesOf(financesMirror, column);
      return hasData(values) ? values.data : [];
    };
    expect(of('type')).toEqual([null, '1', '2', '5']);
    expect(of('item')).toContain('T01');
    expect(of('item')).not.toContain('Z00');
    expect(of('item')).not.toContain('M89');
  });

  it('finds cities by place and districts by their whole name alone', () => {
    const city = { kind: 'municipality', stateFips: '37', placeFips: '55000' } as const;
    expect(editionOf(mirror, '2024', city)).toMatchObject({ data: { unit: { name: 'MADE-UP RALEIGH CITY' } } });
    const district = { kind: 'school_district', stateFips: '20', name: 'Olathe Unified School District 233' } as const;
    expect(editionOf(mirror, '2022', district)).toMatchObject({ data: { unit: { enrollment: 28_771 } } });
    expect(editionOf(mirror, '2022', { ...district, name: 'Olathe Unified School District' }).state).toBe('empty');
    expect(districtKey('Olathe USD 233')).toBe(districtKey('OLATHE UNIF SCH DIST NO 233'));
  });

  it('is empty in the sample of a year without the unit, and unavailable for a year that is not loaded', () => {
    const district = { kind: 'school_district', stateFips: '20', name: 'Olathe Unified School District 233' } as const;
    expect(editionOf(mirror, '2024', district).state).toBe('empty');
    expect(editionOf(mirror, '2023', wake)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('2023'),
    });
    expect(['2012', '2022', '2024'].map(isFullCount)).toEqual([true, true, false]);
  });
});

it('takes the archive that the page of the year links on its host, whatever its name looks like', () => {
  const page = (name: string, host = '//www2.census.gov') =>
    `<a href="${host}/programs-surveys/gov-finances/tables/x/${name}">x</a>`;
  const found = (text: string) =>
    newestListed(
      text,
      'https://www.census.gov/data/datasets/2014/x.html',
      dataset.listed ?? '',
      {},
      dataset.listedHost,
    );
  for (const name of [
    '2014-individual-unit-file.zip',
    '2013_Individual_Unit_file.zip',
    '2023_Individual_Unit_Files.zip',
  ])
    expect(found(page(name)), name).toMatch(new RegExp(`^https://www2\\.census\\.gov/.*${name}$`));
  expect(found(page('2014-individual-unit-file.zip', 'https://elsewhere.example'))).toBeUndefined();
  expect(found(page('2014_summary_tables.zip'))).toBeUndefined();
});

it('refuses an archive without the members, and passes lines of another width over', async () => {
  const own = mkdtempSync(join(tmpdir(), 'finances-odd-'));
  const load = (members: Readonly<Record<string, string>>) => {
    const path = join(own, 'file.zip');
    writeFileSync(
      path,
      zipOf(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, Buffer.from(text)]))),
    );
    return loadDataset(dataset, path, { directory: own, retrievedAt: testClock().toISOString(), part: '2024' });
  };
  try {
    await expect(load({ 'readme.txt': 'x' })).rejects.toThrow('no member');
    const line = `371183100001T01${'5'.padStart(12)}2024R`;
    expect(await load({ '2024FinEstDAT_pu.txt': `${line}\n${line}X\n${line}\n` })).toMatchObject({ rows: 2 });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
});
