import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, chicago, raleigh } from '../ask.ts';

const tool = 'svc_soil_context';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the map unit, its shares and its components', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(
      pick(answer.facts, 'mapUnit', 'hydricShare', 'floodingFrequency', 'bedrockDepth', 'farmlandClass', 'components'),
    ).toEqual({
      mapUnit: {
        name: 'Cecil sandy loam, 2 to 6 percent slopes, moderately eroded',
        symbol: 'CeB2',
        surveyArea: 'Wake County, North Carolina, NC183',
        citation: 'c1',
      },
      hydricShare: { value: 3, unit: 'percent of the map unit', citation: 'c1' },
      floodingFrequency: { value: 'None', citation: 'c1' },
      bedrockDepth: { value: 152, unit: 'cm, shallowest', citation: 'c1' },
      farmlandClass: { value: 'All areas are prime farmland', citation: 'c1' },
      components: [
        {
          name: 'Cecil',
          kind: 'Series',
          percentOfUnit: 85,
          slopePercent: 4,
          drainageClass: 'Well drained',
          hydrologicGroup: 'B',
          hydric: 'No',
          citation: 'c1',
        },
        {
          name: 'Pacolet',
          kind: 'Series',
          percentOfUnit: 8,
          slopePercent: 5,
          drainageClass: 'Well drained',
          hydrologicGroup: 'B',
          hydric: 'No',
          citation: 'c1',
        },
        {
          name: 'Wehadkee',
          kind: 'Series',
          percentOfUnit: 3,
          slopePercent: 1,
          drainageClass: 'Poorly drained',
          hydrologicGroup: 'B/D',
          hydric: 'Yes',
          citation: 'c1',
        },
      ],
    });
    expect(answer.facts).not.toHaveProperty('waterTableDepth');
    expect(Object.values(answer.citations)[0]).toEqual({
      sourceName: 'SSURGO soil survey, USDA Soil Data Access (synthetic)',
      sourceUrl: 'https://sdmdataaccess.nrcs.usda.gov/',
      recordId: '1234567',
      sourceDate: '2025-09-08',
      fetchedAt: '2026-11-21T12:00:00Z',
    });
  });

  it('is empty on the empty object that the service sends for unsurveyed land', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it.each(['http500', 'wrongShape', 'html200', 'emptyBody'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ 'usda-sda': fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses text in the place of a number', async () => {
    await expect(service.call(tool, { latitude: "35') --", longitude: -78 })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it('gives the depth of a water table where the survey has one', async () => {
    const shallow = (body: unknown) => {
      const { Table } = body as { Table: (string | null)[][] };
      const column = Table[0]?.indexOf('wtdepannmin') ?? -1;
      return { Table: Table.map((row, at) => (at === 0 ? row : row.with(column, '46'))) };
    };
    const answer = await askWith({ 'usda-sda': { edit: shallow } }, tool, { address: raleigh });
    expect(pick(answer.facts, 'waterTableDepth', 'pondingShare', 'bedrockDepth')).toEqual({
      pondingShare: { value: 0, unit: 'percent of the map unit that ponds', citation: 'c1' },
      waterTableDepth: { value: 46, unit: 'cm, shallowest in the year', citation: 'c1' },
      bedrockDepth: { value: 152, unit: 'cm, shallowest', citation: 'c1' },
    });
  });
});
