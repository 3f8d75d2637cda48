import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AirHistory } from '../../../src/products/air-quality-history/schema.ts';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { withService } from './mirrored.ts';
import { askPaid } from './sold.ts';

const slug = 'svc-air-quality-history';
const { raleigh, newYork, biloxi, olathe, hartford } = samplePlaces;
const point = { latitude: raleigh.latitude, longitude: raleigh.longitude };

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const ask = (given: object, at: TestService = service) => askPaid(at, slug, given);
const read = async (given: object) => {
  const { charged, body } = await ask(given);
  expect(charged).toBe(true);
  return body as unknown as Brief & AirHistory;
};

describe('what is sold', () => {
  test('are the years of the nearest monitors, nearest first, with what makes a year complete and the events in it', async () => {
    const { monitors } = await read({ ...point, radiusKm: 30, years: 10 });
    const fine = monitors.filter(({ pollutant }) => pollutant === 'pm25');
    expect(fine.map(({ siteName }) => siteName)).toEqual(['Bond Park', 'Millbrook', 'Durham Armory']);
    expect(fine.map(({ distanceMeters }) => distanceMeters)).toEqual(
      fine.map(({ distanceMeters }) => distanceMeters).toSorted((a, b) => a - b),
    );
    expect(fine[0]?.years).toEqual([{ year: 2025, isComplete: false, observedPercent: 22, events: 'No Events' }]);
    expect(fine[1]?.years.map(({ year }) => year)).toEqual(Array.from({ length: 10 }, (_, at) => 2025 - at));
    expect(fine[1]?.years.find(({ year }) => year === 2023)).toMatchObject({
      events: 'Events Included',
      mean: 10.9,
      meanWithoutEvents: 8.3,
    });
    const near = await read({ ...point, radiusKm: 5 });
    expect(near.monitors.map(({ siteName }) => siteName)).toEqual(['Bond Park']);
  });

  test('are days of the county index and of smoke, each day once under its thickest class', async () => {
    const { smokeYears, sections, charts } = await read({ ...point, years: 3 });
    expect(smokeYears.map(({ citation: _, ...counts }) => counts)).toMatchObject([
      { year: 2025 },
      { year: 2024, smokeDays: 2, daysWithoutPolygons: 2 },
      { year: 2023, heavyDays: 1, unclassedDays: 1 },
    ]);
    for (const { smokeDays, lightDays, mediumDays, heavyDays, unclassedDays } of smokeYears)
      expect(lightDays + mediumDays + heavyDays + unclassedDays).toBe(smokeDays);
    const county = sections.find(({ id }) => id === 'county_index');
    expect(county?.tables?.[0]?.rows).toHaveLength(3);
    expect(charts.map(({ id }) => id)).toContain('smoke-days');
    expect(charts.flatMap(({ labels }) => labels)).not.toContain('2022');
  });

  test('speaks of no health, exposure or trend but to say that it does not', async () => {
    const { caveats: _, sections, summary, coverage } = await read({ address: raleigh.address });
    const said = JSON.stringify({ sections, summary, coverage });
    expect(said.match(/\b(health\w*|exposure|safe\w*|risk\w*|trend\w*|PLANTED)\b/gi)).toBeNull();
  });

  test('rests on smoke alone where no monitor is near', async () => {
    const { sections, monitors } = await read({
      latitude: newYork.latitude,
      longitude: newYork.longitude,
      radiusKm: 5,
    });
    expect([sections.map(({ id }) => id), monitors]).toEqual([['smoke'], []]);
  });
});

describe('modeled concentrations', () => {
  const near = { latitude: olathe.latitude, longitude: olathe.longitude };

  test('are read where no monitor is near, newest year first, and say that they are modeled', async () => {
    const { modeledYears, monitors, sections } = await read({ ...near, years: 3 });
    expect(monitors).toEqual([]);
    expect(modeledYears.map(({ pollutant, year, mean, unit }) => [pollutant, year, mean, unit])).toEqual([
      ['pm25', 2021, 7.4, 'ug/m3'],
      ['pm25', 2020, 8.515, 'ug/m3'],
      ['pm25', 2019, 8.361, 'ug/m3'],
      ['ozone', 2022, 41.35, 'ppb'],
      ['ozone', 2021, 41.2, 'ppb'],
      ['ozone', 2020, 40.71, 'ppb'],
    ]);
    expect(modeledYears.map(({ citation }) => citation.sourceUrl)).toEqual([
      ...['vpk8-vfhm', '96sd-hxdt', '96sd-hxdt'].map((id) => `https://data.cdc.gov/d/${id}`),
      ...['b72x-p96c', 'b72x-p96c', 'hf2a-3ebq'].map((id) => `https://data.cdc.gov/d/${id}`),
    ]);
    const fine = sections.find(({ id }) => id === 'modeled_pm25');
    expect(fine?.note).toBe(
      'No monitor of fine particles (PM2.5) within 50 km has a complete year. Modeled, not measured: 7.4 µg/m³ in census tract 20091053602 as the mean of the daily means of 2021.',
    );
    expect(fine?.tables?.map(({ label }) => label)).toEqual(['Modeled, not measured: mean of the daily means']);
  });

  test('are requested by the number of the tract without its zero in front, too', async () => {
    const { modeledYears } = await read({ latitude: hartford.latitude, longitude: hartford.longitude, years: 1 });
    expect(modeledYears).toMatchObject([
      { pollutant: 'pm25', tract: hartford.tract },
      { pollutant: 'ozone', tract: hartford.tract },
    ]);
  });

  test('are not read where a monitor tells a year, and are missed by name where they cannot be read', async () => {
    const { modeledYears, coverage } = await read({ address: raleigh.address });
    expect(modeledYears).toEqual([]);
    expect(coverage.some(({ id }) => id === 'modeled_pm25')).toBe(false);
    await withService(
      async (own) => {
        own.upstreams.setFault(({ cardId = '' }) => cardId === 'cdc-modeled-air', 'http500');
        const { charged, body } = await ask(near, own);
        expect(charged).toBe(false);
        expect((body as unknown as Brief).coverage).toContainEqual(
          expect.objectContaining({ id: 'modeled_pm25', status: 'unavailable' }),
        );
      },
      { sourceTimeoutMs: 1000 },
    );
  });
});

describe('what is free', () => {
  test('no monitor near, and no smoke drawn over the point', async () => {
    const { charged, body } = await ask({ latitude: biloxi.latitude, longitude: biloxi.longitude });
    expect([charged, body.message]).toEqual([false, expect.stringMatching(/^Not charged: no monitor within the dist/)]);
  });

  test('nothing loaded', async () => {
    await withService(
      async (own) => {
        const { charged, body } = await ask(point, own);
        expect([charged, body.message]).toEqual([false, 'Not charged: none of the mirrored files could be read.']);
      },
      { mirrors: false },
    );
  });

  test('the input is strict', () => {
    const input = service.service.registry.paidTool(slug)?.input;
    const fits = (more: object) => input?.safeParse({ ...point, ...more }).success;
    expect([{}, { radiusKm: 5 }, { radiusKm: 100 }, { years: 1 }, { years: 10 }].map(fits)).toEqual(
      Array(5).fill(true),
    );
    expect([{ radiusKm: 4 }, { radiusKm: 101 }, { years: 0 }, { years: 11 }, { year: 1 }].map(fits)).toEqual(
      Array(5).fill(false),
    );
  });
});
