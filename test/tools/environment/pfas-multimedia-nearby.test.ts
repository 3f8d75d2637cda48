import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_pfas_multimedia_nearby';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('keeps detects, non-detects, sites, spills and possible sources apart', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(
      pick(answer.facts, 'drinkingWater', 'superfundSites', 'spills', 'waterSamples', 'discharges', 'mayHandlePfas'),
    ).toEqual({
      drinkingWater: {
        resultsAtOrAboveReportingLevel: 3,
        resultsBelowReportingLevel: 2,
        systems: [
          {
            pwsId: 'NC0392010',
            name: 'SYNTHETIC CITY WATER',
            detections: [
              {
                contaminant: 'PFOS',
                highestNgPerL: 6.2,
                reportingLevelNgPerL: 4,
                samplesAtOrAbove: 2,
                lastCollectedOn: '2024-05-29',
              },
              {
                contaminant: 'PFOA',
                highestNgPerL: 5.1,
                reportingLevelNgPerL: 4,
                samplesAtOrAbove: 1,
                lastCollectedOn: '2024-05-29',
              },
            ],
            distanceMeters: 2500,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      superfundSites: {
        count: 1,
        nearest: [
          {
            id: 'NCD000000001',
            name: 'SYNTHETIC PLATING WORKS',
            detail: 'Final',
            distanceMeters: 1200,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      spills: {
        count: 1,
        nearest: [{ id: '1234567', name: 'AFFF', detail: 'RALEIGH', distanceMeters: 1500, direction: 'W' }],
        citation: 'c1',
      },
      waterSamples: { count: 2, citation: 'c1' },
      discharges: { count: 0, citation: 'c1' },
      mayHandlePfas: {
        count: 1,
        nearest: [
          { id: '110000000031', name: 'SYNTHETIC CARPETS', detail: 'Textiles', distanceMeters: 800, direction: 'E' },
        ],
        citation: 'c1',
      },
    });
    expect(answer.facts?.federalSites).toBeUndefined();
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('says that a system was tested without a detect; that is not zero', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.facts).toEqual({
      radiusMeters: 5000,
      drinkingWater: { resultsAtOrAboveReportingLevel: 0, resultsBelowReportingLevel: 1, systems: [], citation: 'c1' },
      federalSites: {
        count: 1,
        nearest: [
          {
            id: 'MS170024221',
            name: 'SYNTHETIC AIR FIELD',
            detail: 'US Air Force: Known Detection',
            distanceMeters: 3000,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      waterSamples: { count: 0, citation: 'c1' },
      discharges: { count: 0, citation: 'c1' },
      toxicReleases: { count: 0, citation: 'c1' },
    });
    expect(answer.limits.join(' ')).toMatch(/not zero/);
  });

  it('is empty where no layer has a row; counts of zero are no find', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('reads the mirrored results of the ZIP in the unit of the answer where the layers fail', async () => {
    const service = await openService();
    service.upstreams.setFault('epa-pfas-tools', 'http500');
    const answer = await service.call(tool, { address: raleigh });
    await service.close();
    expect(answer.state).toBe('partial');
    expect(answer.facts?.drinkingWater).toEqual({
      resultsAtOrAboveReportingLevel: 1,
      resultsBelowReportingLevel: 1,
      systems: [
        {
          pwsId: 'NC0392010',
          name: 'SYNTHETIC CITY WATER',
          detections: [
            {
              contaminant: 'PFOS',
              highestNgPerL: 6.2,
              reportingLevelNgPerL: 4,
              samplesAtOrAbove: 1,
              lastCollectedOn: '2024-05-29',
            },
          ],
        },
      ],
      citation: 'c1',
    });
  });

  it.each(['http500', 'error200', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ 'epa-pfas-tools': fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses an unknown argument', async () => {
    await expect(service.call(tool, { address: raleigh, unit: 'ppt' })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it('cuts each list and says how much it leaves out', async () => {
    const more = withRows(20, (row, at) => {
      if (row.F_PWS_ID) {
        return { Contaminant: `PF${at}`, Result_At_or_Above_UCMR_MRL: 'Yes', Analytical_Result_Value__ng_L_: 7 };
      }
      return row.Identifier
        ? { Identifier: `X${at}` }
        : row.F_Identifier
          ? { F_Identifier: `Y${at}` }
          : { F_SEQNOS: `Z${at}` };
    });
    const { facts = {} } = await askWith({ 'epa-pfas-tools': more }, tool, { address: raleigh });
    const { systems, ...results } = facts.drinkingWater as { systems: { detections: object[] }[] };
    expect(results).toEqual({ resultsAtOrAboveReportingLevel: 20, resultsBelowReportingLevel: 2, citation: 'c1' });
    expect(systems.map(({ detections, ...system }) => ({ ...system, detections: detections.length }))).toEqual([
      {
        pwsId: 'NC0392010',
        name: 'SYNTHETIC CITY WATER',
        detections: 4,
        contaminantsLeftOut: 15,
        distanceMeters: 2500,
        direction: 'E',
      },
    ]);
    for (const list of ['superfundSites', 'spills', 'mayHandlePfas']) {
      expect(pick(facts[list], 'count', 'leftOut', 'citation'), list).toEqual({
        count: 20,
        leftOut: 17,
        citation: 'c1',
      });
    }
    expect(facts.spills).toEqual({
      count: 20,
      leftOut: 17,
      citation: 'c1',
      nearest: ['1234567', 'Z1', 'Z2'].map((id) => ({
        id,
        name: 'AFFF',
        detail: 'RALEIGH',
        distanceMeters: 1500,
        direction: 'W',
      })),
    });
  });

  it('counts sites and spills that have no position and measures none of them', async () => {
    const unplaced = {
      edit: (body: unknown) => {
        const { features } = body as { features?: readonly { attributes: object }[] };
        if (!features) return body;
        const without = features.map(({ attributes }) => ({
          attributes: { ...attributes, Latitude: null, Longitude: null },
        }));
        return { ...(body as object), features: without };
      },
    };
    const { facts } = await askWith({ 'epa-pfas-tools': unplaced }, tool, { address: raleigh });
    expect(pick(facts, 'superfundSites', 'spills', 'mayHandlePfas')).toEqual({
      superfundSites: { count: 0, nearest: [], withoutCoordinates: 1, citation: 'c1' },
      spills: { count: 0, nearest: [], withoutCoordinates: 1, citation: 'c1' },
      mayHandlePfas: { count: 0, nearest: [], withoutCoordinates: 1, citation: 'c1' },
    });
  });
});
