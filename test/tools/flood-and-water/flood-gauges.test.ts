import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_flood_gauges';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('keeps units apart, drops fillers, and lists a station once', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.gauges).toEqual([
      {
        id: 'WLNN7',
        name: 'Walnut Creek at South Wilmington Street',
        recordUrl: 'https://water.noaa.gov/gauges/WLNN7',
        distanceMeters: 2580,
        direction: 'S',
        observed: { at: '2026-11-21T10:00:00.000Z', stage: 1.9, stageUnit: 'ft', floodCategory: 'not defined' },
        citation: 'c1',
      },
      {
        id: 'CBTN7',
        name: 'Crabtree Creek at US 1 at Raleigh',
        recordUrl: 'https://water.noaa.gov/gauges/CBTN7',
        distanceMeters: 4651,
        direction: 'NE',
        observed: {
          at: '2026-11-21T10:15:00.000Z',
          stage: 3.21,
          stageUnit: 'ft',
          flow: 0.052,
          flowUnit: 'kcfs',
          floodCategory: 'no flooding',
        },
        forecast: {
          at: '2026-11-22T00:00:00.000Z',
          stage: 4.1,
          stageUnit: 'ft',
          flow: 0.2,
          flowUnit: 'kcfs',
          floodCategory: 'no flooding',
        },
        floodStages: { unit: 'ft', action: 15, minor: 18, moderate: 20, major: 24 },
        citation: 'c1',
      },
    ]);
    const [walnut] = (answer.facts?.gauges ?? []) as object[];
    expect(walnut).toBeDefined();
    expect(Object.keys(walnut ?? {})).not.toContain('forecast');
    expect(Object.keys(walnut ?? {})).not.toContain('floodStages');
    expect(answer.facts?.stations).toEqual([
      {
        id: 'USGS-0208735012',
        recordUrl: 'https://waterdata.usgs.gov/monitoring-location/USGS-0208735012/',
        name: 'ROCKY BRANCH BELOW PULLEN DRIVE AT RALEIGH, NC',
        distanceMeters: 1831,
        direction: 'W',
        gageHeight: { value: 2.02, unit: 'ft', observedAt: '2026-11-21T10:30:00.000Z' },
        discharge: { value: 0.94, unit: 'ft^3/s', observedAt: '2026-11-21T10:30:00.000Z' },
        citation: 'c2',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/-999|0001-01-01/);
  });

  it('lists dams by the consequence of a failure, then by distance, and no owner', async () => {
    const answer = await service.call(tool, { address: raleigh });
    const dams = (answer.facts?.dams ?? []) as readonly { nidId: string }[];
    expect(dams.map(({ nidId }) => nidId)).toEqual(['NC99002', 'NC99003', 'NC99001']);
    expect(dams[0]).toEqual({
      nidId: 'NC99002',
      name: 'Synthetic Lake',
      river: 'SYNTHETIC CREEK',
      hazardPotential: 'High',
      operationalStatus: 'Operational',
      maxStorageAcreFeet: 2100,
      drainageAreaSquareMiles: 4.2,
      updatedOn: '2026-05-12',
      distanceMeters: 5161,
      direction: 'NW',
      citation: 'c3',
    });
    expect(answer.summary).toMatch(/; 3 dams of the National Inventory \(1 of high hazard potential\) within 10000 m/);
    expect(JSON.stringify(answer)).not.toContain('PLANTED');
    const failed = await askWith({ 'usace-nid': 'http500' }, tool, { address: raleigh });
    expect([failed.state, failed.facts?.dams]).toEqual(['partial', undefined]);
    expect(failed.summary).toMatch(/; dams that could not be read within/);
  });

  it('leaves out a station that stopped reporting', async () => {
    expect(JSON.stringify(await service.call(tool, { address: raleigh }))).not.toContain('USGS-02087337');
  });

  it('keeps the radius: what lies beyond is not listed', async () => {
    const answer = await service.call(tool, { address: raleigh, radiusMeters: 2000 });
    expect(answer.state).toBe('found');
    expect(answer.facts?.gauges).toBeUndefined();
    expect(answer.facts?.stations).toHaveLength(1);
  });

  it('lists no station in a corner of the box, beyond the radius', async () => {
    const radiusMeters = 2000;
    // 0.9 radii to the north and to the east: 1.27 radii away, inside the box that the source searches
    const north = (0.9 * radiusMeters) / 111_195;
    const { latitude, longitude } = samplePlaces.raleigh;
    const corner = [longitude + north / Math.cos((latitude * Math.PI) / 180), latitude + north];
    const edit = (body: unknown) => {
      const { features, ...rest } = body as { features: object[] };
      return {
        ...rest,
        features: features.map((one) => ({ ...one, geometry: { type: 'Point', coordinates: corner } })),
      };
    };
    const answer = await askWith({ 'usgs-water': { edit } }, tool, { address: raleigh, radiusMeters });
    expect([answer.searched[1]?.state, answer.facts?.stations]).toEqual(['empty', undefined]);
  });

  it('is empty where neither source has a gauge, and names both', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.state).toBe('empty');
    expect(answer.searched.map(({ state }) => state)).toEqual(['empty', 'empty', 'empty']);
  });

  it('is partial where one source fails and unavailable where both do', async () => {
    const partial = await askWith({ 'noaa-nwps': 'http500' }, tool, { address: raleigh });
    expect(partial.state).toBe('partial');
    expect(partial.facts?.stations).toBeDefined();
    expect(partial.summary).toMatch(
      /^An unknown number of National Weather Service gauges and \d USGS stations? report/,
    );
    const faults = { 'noaa-nwps': 'html200', 'usgs-water': 'wrongShape' } as const;
    const dams = await askWith(faults, tool, { address: raleigh });
    expect([dams.state, dams.facts?.gauges, dams.facts?.stations]).toEqual(['partial', undefined, undefined]);
    const none = await askWith({ ...faults, 'usace-nid': 'error200' }, tool, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(none.facts).toBeUndefined();
  });

  it('says that one failed and the other was empty as unavailable, without facts', async () => {
    const answer = await askWith({ 'usgs-water': 'http500' }, tool, { address: hartford });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 60_000 }], [{ address: raleigh, radiusMeters: 0 }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );

  it('takes a stage of 0 as a stage', async () => {
    const categories = { action: { stage: 0 }, minor: { stage: 1.2 }, moderate: { stage: -9999 }, major: {} };
    const answer = await askWith(
      { 'noaa-nwps': { edit: (body) => ({ ...(body as object), flood: { stageUnits: 'ft', categories } }) } },
      tool,
      { address: raleigh },
    );
    const [gauge] = (answer.facts as { gauges: { floodStages?: object }[] }).gauges;
    expect(gauge?.floodStages).toEqual({ unit: 'ft', action: 0, minor: 1.2 });
  });

  it.each([
    ['an object', { enabled: false, message: 'Gauge damaged' }],
    ['a truth value', false],
  ])('marks a gauge that is out of service: %s', async (_form, inService) => {
    const answer = await askWith({ 'noaa-nwps': { edit: (body) => ({ ...(body as object), inService }) } }, tool, {
      address: raleigh,
    });
    expect((answer.facts as { gauges: object[] }).gauges[0]).toEqual({
      id: 'WLNN7',
      name: 'Walnut Creek at South Wilmington Street',
      recordUrl: 'https://water.noaa.gov/gauges/WLNN7',
      distanceMeters: 2580,
      direction: 'S',
      observed: { at: '2026-11-21T10:00:00.000Z', stage: 1.9, stageUnit: 'ft', floodCategory: 'not defined' },
      outOfService: true,
      citation: 'c1',
    });
  });
});
