import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, listOf, raleigh } from '../ask.ts';

const tool = 'svc_3dep_availability';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('lists work units newest first, with level and datum codes, and counts tiles', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      workUnits: [
        {
          workUnit: 'NC_Synthetic_2_2023',
          collectedFrom: '2020-01-05',
          collectedUntil: '2023-02-11',
          qualityLevel: 'QL 1',
          verticalCrs: '6360',
          project: 'NC_Synthetic',
          horizontalCrs: '6543',
          citation: 'c1',
        },
        {
          workUnit: 'NC_Synthetic_1_2015',
          project: 'NC_Synthetic',
          collectedFrom: '2020-01-05',
          collectedUntil: '2015-03-01',
          qualityLevel: 'QL 2',
          horizontalCrs: '6543',
          verticalCrs: '6360',
          citation: 'c1',
        },
      ],
      oneMeterDem: {
        tileCount: 2,
        newestPublishedOn: '2024-06-15',
        product: 'Digital Elevation Model (DEM) 1 meter',
        citation: 'c2',
      },
      lidarPointCloud: {
        tileCount: 1,
        product: 'Lidar Point Cloud (LPC)',
        newestPublishedOn: '2024-06-15',
        citation: 'c3',
      },
    });
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('lists the newest work units and counts the others', async () => {
    const units = (count: number) =>
      askWith(
        {
          'usgs-3dep-index': withRows(count, (_, at) => ({
            workunit: `Unit ${at}`,
            collect_end: `20${10 + at}-01-01`,
          })),
        },
        tool,
        { address: raleigh },
      );
    const { facts } = await units(9);
    expect(listOf(facts, 'workUnits').map(({ workUnit }) => workUnit)).toEqual([
      'NC_Synthetic_2_2023',
      'Unit 8',
      'Unit 7',
      'Unit 6',
    ]);
    expect(facts?.workUnitsLeftOut).toEqual(5);
    const few = await units(4);
    expect([listOf(few.facts, 'workUnits').length, few.facts?.workUnitsLeftOut]).toEqual([4, undefined]);
  });

  it('is empty where nothing covers the point', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/no lidar work unit; no tile/);
  });

  it('is partial where one source fails, and keeps unknown apart from none', async () => {
    const answer = await askWith({ 'usgs-3dep-index': 'error200' }, tool, { address: biloxi });
    expect(answer.state).toBe('partial');
    expect(answer.summary).toMatch(/work units unknown/);
    const both = await askWith({ 'usgs-3dep-index': 'http500', 'usgs-tnm': 'html200' }, tool, { address: raleigh });
    expect(both.state).toBe('unavailable');
    expect(both.facts).toBeUndefined();
  });

  it.each([{}, { address: raleigh, latitude: 35.7 }])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
