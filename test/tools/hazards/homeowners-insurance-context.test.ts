import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_homeowners_insurance_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('puts building and hazard records together and quotes nothing', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(['found', 'partial']).toContain(answer.state);
    expect(answer.facts).toEqual({
      building: {
        matchedBy: { value: 'point', citation: 'c1' },
        yearBuilt: { value: 1983, citation: 'c1' },
        livingArea: { value: 96_000, unit: 'ft2', citation: 'c1' },
        units: { value: 1, citation: 'c1' },
        landUse: { value: 'Government', citation: 'c1' },
        propertyClass: { value: 'Exempt', citation: 'c1' },
      },
      flood: { specialFloodHazardArea: { value: 'outside', citation: 'c7' } },
      fireStations: [
        {
          osmId: 'way/8',
          name: 'Synthetic Station 3',
          distanceMeters: 3600,
          direction: 'E',
          citation: 'c8',
        },
        { osmId: 'node/9', distanceMeters: 5200, direction: 'W', citation: 'c8' },
      ],
      disasters: {
        declarationCount: { value: 5, unit: 'declarations', citation: 'c2' },
        byIncidentType: [
          { incidentType: 'Tropical Storm', count: 2, latestOn: '2024-09-28', citation: 'c2' },
          { incidentType: 'Hurricane', count: 2, latestOn: '2016-10-10', citation: 'c2' },
          { incidentType: 'Biological', count: 1, latestOn: '2020-03-25', citation: 'c2' },
        ],
      },
      storms: {
        countyEvents: [
          {
            eventType: 'Thunderstorm Wind',
            count: 2,
            latestOn: '2023-07-01',
            deathsDirect: 0,
            injuriesDirect: 1,
            damagePropertyUsd: 25_000,
            withoutDamageFigure: 0,
            citation: 'c3',
          },
          {
            eventType: 'Hail',
            count: 1,
            latestOn: '2022-05-06',
            deathsDirect: 0,
            injuriesDirect: 0,
            withoutDamageFigure: 1,
            citation: 'c3',
          },
          {
            eventType: 'Tornado',
            count: 1,
            latestOn: '2024-01-05',
            deathsDirect: 0,
            injuriesDirect: 0,
            damagePropertyUsd: 1_500_000,
            withoutDamageFigure: 0,
            citation: 'c3',
          },
        ],
        zoneEvents: [
          {
            eventType: 'Winter Storm',
            count: 1,
            latestOn: '2025-02-10',
            deathsDirect: 0,
            injuriesDirect: 0,
            withoutDamageFigure: 1,
            citation: 'c3',
          },
        ],
      },
      wildfire: {
        hazardClass: { value: 3, citation: 'c4', note: 'Publisher\'s legend: "Moderate"' },
        cellSize: { value: 270, unit: 'm', citation: 'c4' },
        county: { eventsPerYear: 1.25, expectedAnnualLossUsd: 100_004, citation: 'c5' },
      },
      earthquake: {
        seismicDesignCategory: { value: 'B', citation: 'c6' },
        sds: { value: 0.19, unit: 'g', citation: 'c6' },
        pgam: { value: 0.13, unit: 'g', citation: 'c6' },
      },
    });
    expect(answer.summary).toMatch(/^Flood zone AE on 25% of the parcel/);
    expect(answer.limits.join(' ')).toMatch(/© OpenStreetMap contributors, ODbL 1\.0/);
    expect(answer.limits.join(' ')).toMatch(/Distance to the coast is not covered/);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(5);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('says that no fire station is mapped, and apart from it that the map could not be read', async () => {
    const none = await service.call(tool, { address: biloxi });
    expect(none.facts).not.toHaveProperty('fireStations');
    expect(none.components?.fireStations).toEqual({
      state: 'empty',
      reason: 'OpenStreetMap has no fire station mapped within 5 miles',
    });
    const unread = await askWith({ 'osm-overpass': 'http500' }, tool, { address: raleigh });
    expect(unread.state).toBe('partial');
    expect(unread.components?.fireStations?.state).toBe('unavailable');
  });

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.flood?.state).toMatch(/unavailable|partial/);
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
