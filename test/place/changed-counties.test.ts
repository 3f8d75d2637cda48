import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedInOneCodeSet, emptyInOneCodeSet, rowsOfCounty } from '../../src/geography/by-county.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { radonZones as zones } from '../../src/mirror/datasets/epa-radon-zones.ts';
import { loadDataset } from '../../src/mirror/engine/load.ts';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { rowsOfCountyName } from '../../src/mirror/queries/by-county.ts';
import { counterpartsOf } from '../../src/place/counties.ts';
import { geographyRows } from '../../src/place/embedded/geography.ts';
import { countyFipsAt } from '../../src/place/embedded/polygons.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { testClock, testDay } from '../clock.ts';
import { datasetOf } from '../mirror/dataset-of.ts';
import { directSources } from '../upstreams/direct.ts';

const radonZones = datasetOf('epa-radon-zones');
const loanLimits = datasetOf('fhfa-loan-limits');

const place = createPlacePort();
const named = async (state: string, county: string): Promise<Subject> => {
  const { subject } = await place.resolve({ state, county }, directSources());
  return subject;
};
const codes = (list: readonly { readonly fips: string }[] | undefined) => (list ?? []).map(({ fips }) => fips);

describe('a county whose codes changed', () => {
  it.each([
    ['CT', 'Hartford', '09003', [], ['09110', '09140', '09160']],
    ['CT', '003', '09003', [], ['09110', '09140', '09160']],
    ['CT', 'Capitol Planning Region', '09110', [], ['09003', '09013']],
    ['09', '110', '09110', [], ['09003', '09013']],
    ['CT', 'Middlesex', '09007', ['09130'], []],
    ['AK', 'Valdez-Cordova', '02261', [], ['02063', '02066']],
    ['AK', 'Chugach', '02063', ['02261'], []],
    ['AK', 'Copper River Census Area', '02066', ['02261'], []],
    ['SD', 'Shannon', '46113', ['46102'], []],
    ['SD', 'Oglala Lakota', '46102', ['46113'], []],
    ['AK', '270', '02270', ['02158'], []],
    ['FL', 'Miami-Dade', '12086', ['12025'], []],
    ['VA', 'Bedford city', '51515', ['51019'], []],
    ['VA', 'Bedford', '51019', [], []],
    ['NC', 'Wake', '37183', [], []],
  ])('%s, %s', async (state, county, fips, alternates, overlaps) => {
    const subject = await named(state, county);
    expect(subject.county?.fips).toBe(fips);
    expect(codes(subject.countyAlternates)).toEqual(alternates);
    expect(codes(subject.countyOverlaps)).toEqual(overlaps);
  });

  it('every pair that the ZIP codes of Connecticut show is in the table', () => {
    const missing = new Set<string>();
    for (const line of geographyRows('zips')) {
      const [, , state, region = '', lat, lon, zctaLat, zctaLon] = line.split('\t');
      if (state !== 'CT' || Number(region) < 110) continue;
      const former = countyFipsAt({ latitude: Number(zctaLat || lat), longitude: Number(zctaLon || lon) });
      if (former && !counterpartsOf(former).includes(`09${region}`)) missing.add(`${former} ${region}`);
    }
    expect([...missing]).toEqual([]);
  });
});

const citation = { sourceName: 'S', sourceUrl: 'https://example.gov/', fetchedAt: testDay };

describe('what a source says that was queried by one code set only', () => {
  it('is never empty, and a count says what it leaves out', async () => {
    const hartford = await named('CT', 'Hartford');
    const empty: Lookup<never> = { state: 'empty', citation };
    expect(emptyInOneCodeSet(hartford, empty)).toMatchObject({
      state: 'unresolved',
      reason: expect.stringMatching(/09003.*Capitol Planning Region \(09110\), Naugatuck Valley/),
    });
    expect(countedInOneCodeSet(hartford, { state: 'found', data: 4, citation })).toMatchObject({
      state: 'partial',
      data: 4,
      reason: expect.stringMatching(/09110.*is not counted/),
    });
  });

  it('stands where the codes never changed, or both are known', async () => {
    for (const subject of [await named('NC', 'Wake'), await named('CT', 'Middlesex')]) {
      expect(emptyInOneCodeSet(subject, { state: 'empty', citation })).toEqual({ state: 'empty', citation });
      expect(countedInOneCodeSet(subject, { state: 'found', data: 1, citation }).state).toBe('found');
    }
  });
});

const limits = join(import.meta.dirname, '../../../shared/data/fhfa-loan-limits-2026/loan_limits_2026.csv');

describe.skipIf(!existsSync(limits))('the real list of loan limits (../shared absent: skipped)', () => {
  let directory: string;
  let mirror: Mirror;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'limits-'));
    await loadDataset(loanLimits, limits, { directory, retrievedAt: testDay });
    mirror = new Mirror({ directory, datasets: [loanLimits], clock: testClock });
  });
  afterAll(() => {
    mirror.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const limitOf = async (state: string, county: string) =>
    rowsOfCounty(mirror, loanLimits.id, 'countyFips', await named(state, county));

  it.each([
    ['CT', 'Hartford', /Capitol Planning Region \(09110\)/],
    ['CT', 'Fairfield', /Western Connecticut Planning Region \(09190\)/],
    ['AK', 'Valdez-Cordova', /Chugach Census Area \(02063\), Copper River Census Area \(02066\)/],
  ])('%s, %s is unresolved and names the counties that are listed', async (state, county, reason) => {
    expect(await limitOf(state, county)).toMatchObject({ state: 'unresolved', reason: expect.stringMatching(reason) });
  });

  it.each([
    ['CT', 'Capitol Planning Region', '09110'],
    ['CT', 'Middlesex', '09130'],
    ['AK', 'Chugach', '02063'],
    ['SD', 'Shannon', '46102'],
    ['NC', 'Wake', '37183'],
  ])('%s, %s is found under %s', async (state, county, fips) => {
    expect(await limitOf(state, county)).toMatchObject({ state: 'found', data: { code: { fips } } });
  });
});

describe('a table that names counties (radon zones of 1993)', () => {
  let directory: string;
  let mirror: Mirror;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'radon-'));
    const row = (county: string, state: string, zone: string) => ({
      'County,State': `${county}, ${state}`,
      STATE: state,
      Zone: zone,
    });
    const file = join(directory, 'zones.json');
    writeFileSync(
      file,
      JSON.stringify({
        data: [
          row('Hartford', 'CT', '3'),
          row('Tolland', 'CT', '3'),
          row('Shannon', 'SD', '2'),
          row('Dade', 'FL', '3'),
        ],
      }),
    );
    await loadDataset(radonZones, file, { directory, retrievedAt: testDay, synthetic: true });
    mirror = new Mirror({ directory, datasets: [radonZones], clock: testClock });
  });
  afterAll(() => {
    mirror.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const zoneOf = async (state: string, county: string) => rowsOfCountyName(mirror, zones, await named(state, county));

  it('is unresolved for a region that lies in several of its counties', async () => {
    expect(await zoneOf('CT', 'Capitol Planning Region')).toMatchObject({
      state: 'unresolved',
      reason: expect.stringMatching(/Hartford County \(09003\), Tolland County \(09013\)/),
    });
  });

  it('knows a county by the name that it had', async () => {
    expect(await zoneOf('SD', 'Oglala Lakota')).toMatchObject({
      state: 'found',
      data: [{ county: 'Shannon', zone: 2 }],
    });
    expect(await zoneOf('FL', 'Miami-Dade')).toMatchObject({ state: 'found', data: [{ county: 'Dade' }] });
    // its ground may be listed under the codes that came after it: no row is no empty answer
    expect(await zoneOf('CT', 'Windham')).toMatchObject({
      state: 'unresolved',
      reason: expect.stringContaining('whose code changed'),
    });
  });
});
