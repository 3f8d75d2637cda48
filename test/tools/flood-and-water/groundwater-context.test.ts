import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_groundwater_context';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('shows measured wells first, with the last measurement that has a value', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    const wells = answer.facts?.wells as Record<string, unknown>[];
    expect(wells).toEqual([
      {
        id: 'USGS-354700078390002',
        name: 'WK-001 (SYNTHETIC)',
        distanceMeters: 2018,
        direction: 'NW',
        wellDepthFeet: 84,
        constructed: '1968',
        aquiferCode: 'N400PDMBRX',
        altitudeFeet: 315,
        verticalDatum: 'NAVD88',
        depthToWater: { value: 21.35, unit: 'ft', time: '2026-08-04T14:00:00.000Z', approval: 'Provisional' },
        citation: 'c1',
      },
      {
        id: 'USGS-355000078400003',
        name: 'WK-001 (SYNTHETIC)',
        distanceMeters: 6253,
        direction: 'NW',
        wellDepthFeet: 300,
        constructed: '1968',
        aquiferCode: 'N400PDMBRX',
        altitudeFeet: 315,
        verticalDatum: 'NAVD88',
        depthToWater: { value: -1.5, unit: 'ft', time: '1971-03-02T12:00:00.000Z', approval: 'Approved' },
        citation: 'c1',
      },
      {
        id: 'USGS-354600078380001',
        name: 'WK-001 (SYNTHETIC)',
        distanceMeters: 951,
        direction: 'S',
        constructed: '1968',
        aquiferCode: 'N400PDMBRX',
        altitudeFeet: 315,
        verticalDatum: 'NAVD88',
        citation: 'c1',
      },
    ]);
    expect(wells[2]).not.toHaveProperty('depthToWater');
    expect(wells[2]).not.toHaveProperty('wellDepthFeet');
    expect(answer.facts?.wellCount).toEqual({ wells: 3, withMeasuredDepth: 2, citation: 'c1' });
    expect(answer.facts?.networkWells).toEqual([
      {
        id: 'NCDWR-990001',
        agency: 'Made-up Division of Water Resources',
        distanceMeters: 2899,
        direction: 'SE',
        aquiferType: 'UNCONFINED',
        aquiferCode: 'N400PDMBRX',
        citation: 'c2',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('takes a measurement of another parameter for no depth to water', async () => {
    const other = { 'usgs-groundwater': withColumns(() => ({ parameter_code: '00065' })) };
    const answer = await askWith(other, tool, { address: raleigh });
    expect(answer.facts?.wellCount).toEqual({ wells: 3, withMeasuredDepth: 0, citation: 'c1' });
    expect(JSON.stringify(answer.facts)).not.toMatch(/depthToWater|21\.35/);
  });

  it('keeps the radius', async () => {
    const answer = await service.call(tool, { address: raleigh, radiusMeters: 1500 });
    expect(answer.facts?.wellCount).toEqual({ wells: 1, withMeasuredDepth: 0, citation: 'c1' });
    expect(answer.summary).toContain('no measured depth');
  });

  it('is empty where neither network has a well', async () => {
    expect(pick(await service.call(tool, { address: hartford }), 'state')).toEqual({ state: 'empty' });
  });

  it('is partial where one network fails, unavailable where both do', async () => {
    const partial = await askWith({ 'usgs-groundwater': 'http500' }, tool, { address: raleigh });
    expect(pick(partial, 'state')).toEqual({ state: 'partial' });
    expect(partial.facts?.networkWells).toHaveLength(2);
    const faults = { 'usgs-groundwater': 'wrongShape', 'usgs-ngwmn': 'html200' } as const;
    expect(pick(await askWith(faults, tool, { address: raleigh }), 'state')).toEqual({ state: 'unavailable' });
    expect(pick(await askWith({ 'usgs-ngwmn': 'http500' }, tool, { address: hartford }), 'state')).toEqual({
      state: 'unavailable',
    });
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 90_000 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
