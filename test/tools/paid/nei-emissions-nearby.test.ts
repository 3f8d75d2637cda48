import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askMirrored, reload, withService } from './mirrored.ts';

const { raleigh } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object, at: TestService = service) => askMirrored(at, slug, given);

describe('svc-nei-emissions-nearby', () => {
  const slug = 'svc-nei-emissions-nearby';
  const at = { latitude: raleigh.latitude, longitude: raleigh.longitude };

  test('adds up by pollutant and unit, nearest facility first; the full matrix only where it is requested', async () => {
    const summary = await call(slug, at);
    expect(summary.facts.inventory).toEqual({
      year: 2023,
      facilityCount: 2,
      pollutantCount: 7,
      radiusMeters: 5000,
      detailLevel: 'summary',
      citation: 'c1',
    });
    expect(summary.facts.facilities.map(({ name }: { name: string }) => name)).toEqual([
      'SYNTHETIC POWER',
      'SYNTHETIC ASPHALT PLANT',
    ]);
    expect(summary.facts.totals.map(({ code }: { code: string }) => code)).toEqual(['CO', 'NOX', 'VOC', '7439921']);
    expect(summary.facts.totals[1]).toEqual({
      value: 14.75,
      unit: 'short tons per year',
      facilityCount: 2,
      code: 'NOX',
      pollutant: 'Nitrogen Oxides',
      citation: 'c1',
    });
    expect(summary.facts).toEqual({
      pollutantsLeftOut: 3,
      facilities: [
        {
          pollutantsLeftOut: 1,
          facilityId: '8124111',
          name: 'SYNTHETIC POWER',
          naics: '221112',
          latitude: 35.779,
          longitude: -78.642,
          distanceMeters: 126,
          direction: 'NE',
          emissions: [{ code: 'NOX', pollutant: 'Nitrogen Oxides', value: 12.5, unit: 'short tons per year' }],
          citation: 'c1',
        },
        {
          facilityId: '8124222',
          name: 'SYNTHETIC ASPHALT PLANT',
          naics: '324121',
          latitude: 35.792,
          longitude: -78.66,
          distanceMeters: 2155,
          direction: 'NW',
          emissions: [
            { code: 'CO', pollutant: 'Carbon Monoxide', value: 8.1, unit: 'short tons per year' },
            { code: 'NOX', pollutant: 'Nitrogen Oxides', value: 2.25, unit: 'short tons per year' },
            { code: 'VOC', pollutant: 'Volatile Organic Compounds', value: 4.5, unit: 'short tons per year' },
            { code: '7439921', pollutant: 'Lead', value: 0.6, unit: 'lb per year' },
          ],
          pollutantsLeftOut: 3,
          citation: 'c1',
        },
      ],
      inventory: {
        year: 2023,
        radiusMeters: 5000,
        facilityCount: 2,
        pollutantCount: 7,
        detailLevel: 'summary',
        citation: 'c1',
      },
      totals: [
        {
          code: 'CO',
          pollutant: 'Carbon Monoxide',
          value: 8.1,
          unit: 'short tons per year',
          facilityCount: 1,
          citation: 'c1',
        },
        {
          code: 'NOX',
          pollutant: 'Nitrogen Oxides',
          value: 14.75,
          unit: 'short tons per year',
          facilityCount: 2,
          citation: 'c1',
        },
        {
          code: 'VOC',
          pollutant: 'Volatile Organic Compounds',
          value: 4.5,
          unit: 'short tons per year',
          facilityCount: 1,
          citation: 'c1',
        },
        { code: '7439921', pollutant: 'Lead', value: 0.6, unit: 'lb per year', facilityCount: 1, citation: 'c1' },
      ],
    });

    const full = await call(slug, { ...at, detailLevel: 'full', radiusMeters: 10_000 });
    expect(full.facts.inventory).toEqual({
      facilityCount: 3,
      pollutantCount: 9,
      year: 2023,
      radiusMeters: 10_000,
      detailLevel: 'full',
      citation: 'c1',
    });
    expect(full.facts.facilities[1].emissions).toHaveLength(7);
    expect(full.facts).not.toHaveProperty('pollutantsLeftOut');
    const carbon = full.facts.totals.find(({ code }: { code: string }) => code === 'CO2');
    // listed without an value: not zero
    expect([carbon.amount, carbon.withoutAmount]).toEqual([undefined, 1]);
  });

  test('is free where no facility lies within the radius, and where the year is not loaded', async () => {
    const none = await call(slug, { ...at, radiusMeters: 100 });
    expect(none.charged).toBe(false);
    expect(none.state).toBe('empty');
    const unloaded = await call(slug, { ...at, year: 2020 });
    expect(unloaded.charged).toBe(false);
    expect(unloaded.state).toBe('unavailable');
    expect(unloaded.searched[0]?.reason).toContain('mirror sync epa-nei-facilities --part 2020');
  });

  test('one year does not hide or fill another', () =>
    withService(async (own) => {
      const content =
        'fips code,eis facility id,site name,naics code,site latitude,site longitude,pollutant code,pollutant desc,total emissions,emissions uom\n' +
        '37183,8124999,SYNTHETIC KILN,327310,35.7790,-78.6420,SO2,Sulfur Dioxide,7,TON\n';
      await reload(own, 'epa-nei-facilities', { content, part: '2020' });
      const old = await call(slug, { ...at, year: 2020 }, own);
      expect(old.charged).toBe(true);
      expect(old.state).toBe('found');
      expect(old.facts).toEqual({
        inventory: {
          year: 2020,
          facilityCount: 1,
          radiusMeters: 5000,
          pollutantCount: 1,
          detailLevel: 'summary',
          citation: 'c1',
        },
        totals: [
          {
            code: 'SO2',
            pollutant: 'Sulfur Dioxide',
            value: 7,
            unit: 'short tons per year',
            facilityCount: 1,
            citation: 'c1',
          },
        ],
        facilities: [
          {
            facilityId: '8124999',
            name: 'SYNTHETIC KILN',
            naics: '327310',
            latitude: 35.779,
            longitude: -78.642,
            distanceMeters: 126,
            direction: 'NE',
            emissions: [{ code: 'SO2', pollutant: 'Sulfur Dioxide', value: 7, unit: 'short tons per year' }],
            citation: 'c1',
          },
        ],
      });
      expect((await call(slug, at, own)).facts.inventory).toEqual({
        year: 2023,
        facilityCount: 2,
        radiusMeters: 5000,
        pollutantCount: 7,
        detailLevel: 'summary',
        citation: 'c1',
      });
    }));

  test('refuses a year without an inventory and a level that does not exist', () => {
    const { input } = service.service.registry.paidTool(slug) as PaidTool;
    expect(input.safeParse({ ...at, year: 2022 }).error?.issues[0]?.path).toEqual(['year']);
    expect(input.safeParse({ ...at, detailLevel: 'all' }).error?.issues[0]?.path).toEqual(['detailLevel']);
  });
});
