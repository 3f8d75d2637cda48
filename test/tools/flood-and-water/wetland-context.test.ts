import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_wetland_context';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('groups the polygons of the circle by code and says that the point itself has none', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      wetlandOnParcel: { extent: 'none', sharePercent: 0, distanceMeters: 8 },
      pointAgrees: { value: true },
      parcelOutline: { parcelId: '1703570123' },
      mappedAtPoint: { value: false, citation: 'c1' },
      polygonCount: { value: 3, unit: 'polygons', note: 'within 300 m', citation: 'c1' },
      kindsWithinRadius: [
        {
          code: 'PFO1A',
          type: 'Freshwater Forested/Shrub Wetland',
          description: 'Palustrine',
          polygonCount: 2,
          totalAcres: 3.11,
          citation: 'c1',
        },
        { code: 'R5UBH', type: 'Riverine', description: 'Riverine', polygonCount: 1, totalAcres: 1.12, citation: 'c1' },
      ],
    });
  });

  it('names the wetland at the point', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.facts).toEqual({
      mappedAtPoint: { value: true, citation: 'c1' },
      atPoint: [
        { code: 'E2EM1P', type: 'Estuarine and Marine Wetland', description: 'Riverine', acres: 14.2, citation: 'c1' },
      ],
      polygonCount: { value: 2, unit: 'polygons', note: 'within 300 m', citation: 'c1' },
      kindsWithinRadius: [
        {
          code: 'E2EM1P',
          type: 'Estuarine and Marine Wetland',
          description: 'Riverine',
          polygonCount: 1,
          totalAcres: 14.2,
          citation: 'c1',
        },
        {
          code: 'PUBHx',
          type: 'Freshwater Pond',
          description: 'Palustrine',
          polygonCount: 1,
          totalAcres: 0.31,
          citation: 'c1',
        },
      ],
    });
  });

  it('is empty within the queried radius, and says that unmapped wetlands can exist', async () => {
    const answer = await service.call(tool, { address: chicago, radiusMeters: 500 });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/maps no wetland within 500 m.*unmapped wetlands can exist/);
    expect(answer.facts).toBeUndefined();
  });

  it('asks the second host where the first fails', async () => {
    const answer = await askWith({ 'fwspublicservices.wim.usgs.gov': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect((await askWith({ 'usfws-nwi': 'error200' }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 5000 }], [{ latitude: 35 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
