import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askMirrored, reload, withHouse } from './mirrored.ts';

const { raleigh } = samplePlaces;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const call = (slug: string, given: object, at: TestHouse = house) => askMirrored(at, slug, given);

describe('svc-nei-emissions-nearby', () => {
  const slug = 'svc-nei-emissions-nearby';
  const at = { latitude: raleigh.latitude, longitude: raleigh.longitude };

  test('adds up by pollutant and unit, nearest facility first; the full matrix only where it is asked for', async () => {
    const summary = await call(slug, at);
    expect(summary.facts.inventory).toMatchObject({ year: 2023, facilities: 2, pollutants: 7 });
    expect(summary.facts.facilities.map(({ name }: { name: string }) => name)).toEqual([
      'SYNTHETIC POWER',
      'SYNTHETIC ASPHALT PLANT',
    ]);
    expect(summary.facts.totals.map(({ code }: { code: string }) => code)).toEqual(['CO', 'NOX', 'VOC', '7439921']);
    expect(summary.facts.totals[1]).toMatchObject({ amount: 14.75, unit: 'short tons per year', facilities: 2 });
    expect(summary.facts).toMatchObject({ furtherPollutants: 3, facilities: [{ furtherPollutants: 1 }, {}] });

    const full = await call(slug, { ...at, detailLevel: 'full', radiusMeters: 10_000 });
    expect(full.facts.inventory).toMatchObject({ facilities: 3, pollutants: 9 });
    expect(full.facts.facilities[1].emissions).toHaveLength(7);
    expect(full.facts).not.toHaveProperty('furtherPollutants');
    const carbon = full.facts.totals.find(({ code }: { code: string }) => code === 'CO2');
    // listed without an amount: not zero
    expect([carbon.amount, carbon.withoutAmount]).toEqual([undefined, 1]);
  });

  test('is free where no facility lies within the radius, and where the year is not loaded', async () => {
    const none = await call(slug, { ...at, radiusMeters: 100 });
    expect(none).toMatchObject({ charged: false, state: 'empty' });
    const unloaded = await call(slug, { ...at, year: 2020 });
    expect(unloaded).toMatchObject({ charged: false, state: 'unavailable' });
    expect(unloaded.searched[0]?.reason).toContain('mirror sync epa-nei-facilities --part 2020');
  });

  test('one year does not hide or fill another', () =>
    withHouse(async (own) => {
      const content =
        'fips code,eis facility id,site name,naics code,site latitude,site longitude,pollutant code,pollutant desc,total emissions,emissions uom\n' +
        '37183,8124999,SYNTHETIC KILN,327310,35.7790,-78.6420,SO2,Sulfur Dioxide,7,TON\n';
      await reload(own, 'epa-nei-facilities', { content, part: '2020' });
      const old = await call(slug, { ...at, year: 2020 }, own);
      expect(old).toMatchObject({ charged: true, state: 'found', facts: { inventory: { year: 2020, facilities: 1 } } });
      expect((await call(slug, at, own)).facts.inventory).toMatchObject({ year: 2023, facilities: 2 });
    }));

  test('refuses a year without an inventory and a level that does not exist', () => {
    const { input } = house.house.registry.paidTool(slug) as PaidTool;
    expect(input.safeParse({ ...at, year: 2022 }).error?.issues[0]?.path).toEqual(['year']);
    expect(input.safeParse({ ...at, detailLevel: 'all' }).error?.issues[0]?.path).toEqual(['detailLevel']);
  });
});
