import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { askWith, biloxi, newYork, raleigh } from '../ask.ts';

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
        lotArea: { value: 46000.4, unit: 'ft2', citation: 'c1' },
        landUse: { value: 'Government', citation: 'c1' },
        buildingValue: { value: 8_600_000, unit: 'USD', citation: 'c1', note: 'assessed value, by law the full one' },
      },
      seismicDesign: {
        referenceDocument: { value: 'ASCE7-22', citation: 'c2' },
        seismicDesignCategory: { value: 'B', citation: 'c2' },
        sds: { value: 0.19, unit: 'g', citation: 'c2' },
        sd1: { value: 0.12, unit: 'g', citation: 'c2' },
      },
      terrain: {
        elevation: { value: 312.4, unit: 'ft', citation: 'c4', note: 'above NAVD88, raster cell of 1 m' },
        slope: {
          slopePercent: 5.2,
          slopeDegrees: 3,
          fallsToward: 'SW',
          overMeters: 100,
          method: 'central differences of four samples 50 m away',
          citation: 'c5',
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
      structures: [
        {
          structureId: '11',
          distanceMeters: 12,
          direction: 'E',
          occupancy: 'GOV1',
          occupancyMeaning: 'government, general services',
          areaSquareFeet: 96_000,
          floors: 6,
          construction: 'masonry',
          foundation: 'basement',
          foundationHeightFeet: 0.25,
          tractMedianYearBuilt: 1994,
          structureValueUsd: 18_400_000,
          contentsValueUsd: 18_400_000,
          citation: 'c8',
        },
        {
          structureId: '12',
          distanceMeters: 60,
          direction: 'N',
          occupancy: 'RES3B',
          occupancyMeaning: 'multifamily dwelling',
          areaSquareFeet: 1850,
          floors: 1,
          construction: 'wood',
          foundation: 'slab',
          foundationHeightFeet: 0.5,
          tractMedianYearBuilt: 1994,
          structureValueUsd: 214_530,
          contentsValueUsd: 107_265,
          citation: 'c8',
        },
      ],
      disasters: {
        declarationCount: { value: 5, unit: 'declarations', citation: 'c6' },
        byIncidentType: [
          { incidentType: 'Tropical Storm', count: 2, latestOn: '2024-09-28', citation: 'c6' },
          { incidentType: 'Hurricane', count: 2, latestOn: '2016-10-10', citation: 'c6' },
          { incidentType: 'Biological', count: 1, latestOn: '2020-03-25', citation: 'c6' },
        ],
      },
      areaHousing: {
        medianYearBuilt: { value: 1994, citation: 'c7', note: '± 3' },
        unitsInStructure: {
          citation: 'c7',
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
    expect(answer.summary).toMatch(/Built 1983; living area 96,000 ft2/);
    expect(answer.limits.join(' ')).toMatch(/No cost is computed.*verifies no single structure/);
    // estimates of who is inside, by age and disability, are no part of a building
    expect(JSON.stringify(answer)).not.toMatch(/pop2|disable|students/);
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

  it('shows a code that the legend does not know as it stands, and leaves out what is not set', async () => {
    const edit = withColumns((row) =>
      'occtype' in row
        ? {
            occtype: 'XYZ9',
            found_type: 'Z',
            bldgtype: null,
            found_ht: -9999,
            sqft: 0,
            num_story: null,
            val_struct: null,
          }
        : {},
    );
    const answer = await askWith({ 'usace-nsi': edit }, tool, { address: raleigh });
    expect(((answer.facts?.structures ?? []) as object[])[0]).toEqual({
      structureId: '11',
      distanceMeters: 12,
      direction: 'E',
      occupancy: 'XYZ9',
      foundation: 'Z',
      tractMedianYearBuilt: 1994,
      contentsValueUsd: 18_400_000,
      citation: expect.any(String),
    });
  });

  it('says where the inventory lists nothing, which is no failure', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.facts).not.toHaveProperty('structures');
    expect(answer.components?.structures).toEqual({
      state: 'empty',
      reason: 'the inventory lists no structure within 75 m',
    });
    const none = await askWith({ 'usace-nsi': { edit: () => ({ type: 'FeatureCollection', features: null }) } }, tool, {
      address: raleigh,
    });
    expect(none.components?.structures?.state).toBe('empty');
  });

  it.each(['http500', 'html200', 'wrongShape', { edit: () => ({ message: 'out of bounds' }) }] as const)(
    'is partial where the inventory fails (%s), and says so',
    async (fault) => {
      const answer = await askWith({ 'usace-nsi': fault }, tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.components?.structures?.state).toBe('unavailable');
      expect(answer.facts).not.toHaveProperty('structures');
    },
  );

  it('takes a structure without a position for another shape, not for a far one', async () => {
    const edit = withColumns((row) => ('occtype' in row ? { x: null } : {}));
    const answer = await askWith({ 'usace-nsi': edit }, tool, { address: raleigh });
    expect(answer.components?.structures?.state).toBe('unavailable');
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
