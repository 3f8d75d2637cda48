import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_flood_determination_inputs';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('puts the map facts together and makes no determination', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'floodMap', 'ground')).toEqual({
      floodMap: {
        specialFloodHazardArea: { value: 'outside', citation: 'c1' },
        zones: [
          {
            zone: 'X',
            subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
            specialFloodHazardArea: false,
            floodway: false,
            floodAreaId: '37183C_101',
            studyType: 'NP',
            citation: 'c1',
          },
        ],
        otherZonesWithin50Meters: [{ zone: 'AE', subtype: 'FLOODWAY', specialFloodHazardArea: true, citation: 'c1' }],
        panels: [
          { panel: '3720170300K', effectiveDate: '2022-07-19', panelType: 'Countywide, Panel Printed', citation: 'c1' },
        ],
        mapRevisions: [{ caseNumber: '23-04-1234P', effectiveDate: '2023-11-03', status: 'Effective', citation: 'c1' }],
        community: { name: 'CITY OF RALEIGH', communityId: '370243', citation: 'c1' },
      },
      ground: { elevation: { value: 312.4, unit: 'feet above NAVD88', citation: 'c2', note: 'raster cell of 1 m' } },
    });
    expect(answer.summary).toMatch(/not a determination/);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(3);
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
