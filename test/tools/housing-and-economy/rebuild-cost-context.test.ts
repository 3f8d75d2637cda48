import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_rebuild_cost_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives inputs of an estimate and no cost', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(['found', 'partial']).toContain(answer.state);
    expect(answer.facts).toEqual({
      building: {
        matchedBy: { value: 'point', citation: 'c1' },
        yearBuilt: { value: 1983, citation: 'c1' },
        parcelId: { value: '1703570123', citation: 'c1' },
        livingArea: { value: 96_000, unit: 'ft2', citation: 'c1' },
        units: { value: 1, citation: 'c1' },
        lotArea: { value: 43560.4, unit: 'ft2', citation: 'c1' },
        landUse: { value: 'Government', citation: 'c1' },
        buildingValue: { value: 8_600_000, unit: 'USD', citation: 'c1' },
      },
      seismicDesign: {
        referenceDocument: { value: 'ASCE7-22', citation: 'c2' },
        seismicDesignCategory: { value: 'B', citation: 'c2' },
        sds: { value: 0.19, unit: 'g', citation: 'c2' },
        sd1: { value: 0.12, unit: 'g', citation: 'c2' },
      },
      terrain: {
        elevation: { value: 312.4, unit: 'feet above NAVD88', citation: 'c4', note: 'raster cell of 1 m' },
        slope: {
          percent: 5.2,
          degrees: 3,
          fallsToward: 'SW',
          overMeters: 100,
          method: 'central differences of four samples 50 m away',
          citation: 'c4',
        },
      },
      floodMap: {
        specialFloodHazardArea: { value: 'outside', citation: 'c3' },
        zones: [
          {
            zone: 'X',
            subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
            specialFloodHazardArea: false,
            floodway: false,
            floodAreaId: '37183C_101',
            studyType: 'NP',
            citation: 'c3',
          },
        ],
      },
      disasters: {
        declarations: { value: 5, unit: 'declarations', citation: 'c5' },
        byIncidentType: [
          { incidentType: 'Tropical Storm', declarations: 2, latest: '2024-09-28', citation: 'c5' },
          { incidentType: 'Hurricane', declarations: 2, latest: '2016-10-10', citation: 'c5' },
          { incidentType: 'Biological', declarations: 1, latest: '2020-03-25', citation: 'c5' },
        ],
      },
      areaHousing: {
        medianYearBuilt: { value: 1994, unit: 'year', citation: 'c6', note: '± 3' },
        unitsInStructure: {
          citation: 'c6',
          unit: 'units',
          singleDetached: 1910,
          singleAttached: 1760,
          twoToFour: 3070,
          fiveToNineteen: 2470,
          twentyOrMore: 1870,
          mobileHomeBoatOrOther: 1270,
        },
      },
    });
    expect(answer.summary).toMatch(/no cost is estimated/);
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

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.floodMap?.state).toMatch(/unavailable|partial/);
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
