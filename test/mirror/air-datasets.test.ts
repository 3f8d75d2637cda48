import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasData } from '../../src/kernel/lookup.ts';
import { datasets } from '../../src/mirror/datasets.ts';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { testClock } from '../clock.ts';
import { loadMirrorFiles } from '../upstreams/load-mirrors.ts';
import { samplePlaces } from '../upstreams/places.ts';

let directory: string;
let mirror: Mirror;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'air-mirror-'));
  await loadMirrorFiles(directory, testClock());
  mirror = new Mirror({ directory, datasets, clock: testClock });
});
afterAll(() => {
  mirror.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('annual concentrations by monitor', () => {
  it('keeps ten years of the pollutants that are reported, with a blank mean as not stated', () => {
    const near = mirror.near('epa-airdata-annual', samplePlaces.raleigh, 15_000, { where: { year: '2025' } });
    expect(near).toMatchObject({
      state: 'found',
      data: [
        { site: '0021', parameterCode: '88101', isComplete: 0, mean: null, percentile98: null },
        ...Array(4).fill({ site: '0014', year: '2025', countyFips3: '183', stateFips: '37' }),
      ],
    });
    expect(JSON.stringify(near)).not.toMatch(/PLANTED|42101/);
    const ozone = mirror.rows('epa-airdata-annual', { parameterCode: '44201', year: '2025' });
    expect(ozone).toMatchObject({ data: [{ mean: 0.0412, unit: 'Parts per million', events: 'No Events' }] });
    expect(mirror.status('epa-airdata-annual')).toMatchObject({ state: 'ready', vintage: '2025' });
  });

  it('finds a county of the index by its name, without Mexico', () => {
    expect(mirror.rows('epa-airdata-county-aqi', { state: 'NC', countyKey: 'wake' })).toMatchObject({
      state: 'found',
      data: Array.from({ length: 10 }, (_, at) => ({ year: String(2016 + at), county: 'Wake' })),
    });
    expect(mirror.status('epa-airdata-county-aqi')).toMatchObject({ state: 'ready', rows: 10 });
  });
});

describe('smoke polygons', () => {
  const over = (year: string) => mirror.containing('noaa-hms-smoke', samplePlaces.raleigh, { year });

  it('reads days and classes out of a shapefile, old numbers and new words alike', () => {
    expect(over('2023')).toMatchObject({
      state: 'found',
      data: expect.arrayContaining([
        { year: '2023', day: '2023-06-07', density: 'heavy' },
        { year: '2023', day: '2023-06-08', density: 'not stated' },
        { year: '2023', day: '2023-06-09', density: 'medium' },
      ]),
    });
    expect(over('2018')).toMatchObject({ data: [{ density: 'light' }, { density: 'medium' }, { density: 'light' }] });
  });

  it('does not count the hole of a polygon', () => {
    expect(over('2024')).toMatchObject({ data: [{ day: '2024-06-08' }, { day: '2024-06-08' }, { day: '2024-06-09' }] });
    const beside = { latitude: 35.7783, longitude: -78.6431 + 3 };
    expect(mirror.containing('noaa-hms-smoke', beside, { year: '2024' })).toMatchObject({
      data: expect.arrayContaining([{ year: '2024', day: '2024-06-28', density: 'light' }]),
    });
  });

  it('names the days of a year on which anything was drawn', () => {
    const days = mirror.valuesOf('noaa-hms-smoke', 'day', { year: '2024' });
    const found = hasData(days) ? days.data : [];
    expect([found.length, found[0], found.at(-1)]).toEqual([364, '2024-01-01', '2024-12-29']);
  });
});
