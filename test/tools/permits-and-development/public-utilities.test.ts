import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappedWorksNear } from '../../../src/sources/osm-mapped-utilities/client.ts';
import { openService, type TestService } from '../../harness.ts';
import { unkept } from '../../sources/unkept.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_public_utilities';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives mapped water and electric areas and the works around', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      waterSystemsAtPoint: [
        {
          pwsId: 'NC9900001',
          name: 'MADE-UP CITY OF RALEIGH',
          populationServed: 612_000,
          connections: 204_000,
          boundary: 'Verified',
          citation: 'c1',
        },
      ],
      electricTerritoriesAtPoint: [
        { name: 'MADE-UP POWER COMPANY', eiaId: '99001', type: 'INVESTOR OWNED', citation: 'c2' },
        { name: 'MADE-UP RIVER ELECTRIC MEMBER CORP', eiaId: '99002', type: 'COOPERATIVE', citation: 'c2' },
      ],
      mappedWorks: [
        {
          id: 'way/9001',
          kind: 'electric substation',
          name: 'Made-up West Substation',
          distanceMeters: 700,
          direction: 'E',
          citation: 'c3',
        },
        { id: 'node/9002', kind: 'water tower', distanceMeters: 1800, direction: 'E', citation: 'c3' },
        {
          id: 'way/9003',
          kind: 'wastewater plant',
          name: 'Made-up Creek Plant',
          distanceMeters: 2600,
          direction: 'E',
          citation: 'c3',
        },
      ],
      mappedWorkCounts: [
        { kind: 'electric substation', count: 1, citation: 'c3' },
        { kind: 'water tower', count: 1, citation: 'c3' },
        { kind: 'wastewater plant', count: 1, citation: 'c3' },
      ],
    });
    expect(answer.facts?.waterSystemsAtPoint).toEqual([
      {
        pwsId: 'NC9900001',
        boundary: 'Verified',
        name: 'MADE-UP CITY OF RALEIGH',
        populationServed: 612_000,
        connections: 204_000,
        citation: 'c1',
      },
    ]);
    expect(answer.facts?.electricTerritoriesAtPoint).toHaveLength(2);
    expect(answer.facts?.mappedWorks).toEqual([
      {
        id: 'way/9001',
        kind: 'electric substation',
        direction: 'E',
        name: 'Made-up West Substation',
        distanceMeters: 700,
        citation: 'c3',
      },
      { id: 'node/9002', kind: 'water tower', distanceMeters: 1800, direction: 'E', citation: 'c3' },
      {
        id: 'way/9003',
        kind: 'wastewater plant',
        name: 'Made-up Creek Plant',
        distanceMeters: 2600,
        direction: 'E',
        citation: 'c3',
      },
    ]);
    const citations = Object.values(answer.citations);
    expect(citations.some(({ sourceDate }) => sourceDate === '2026-11-21')).toBe(true);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('keeps the radius', async () => {
    const answer = await service.call(tool, { address: raleigh, radiusMeters: 1000 });
    expect(answer.facts?.mappedWorks).toHaveLength(1);
  });

  it('is empty where nothing is mapped', async () => {
    expect((await service.call(tool, { address: hartford })).state).toBe('empty');
  });

  it('is partial where one source fails, and says an unknown number rather than none', async () => {
    const answer = await askWith({ 'osm-mapped-utilities': 'html200' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.summary).toContain('an unknown number of utility works');
  });

  it('is unavailable where all fail', async () => {
    const faults = {
      'osm-mapped-utilities': 'http500',
      'hifld-electric-territories': 'http500',
      'epa-water-service-areas': 'error200',
    } as const;
    expect((await askWith(faults, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('takes a time-out inside a 200 for what it is', async () => {
    let detect: ((body: unknown) => string | undefined) | undefined;
    await mappedWorksNear(
      {
        ...unkept,
        hasKey: () => true,
        fetch: async (_card, request) => {
          detect = request.detectError;
          return { ok: false, kind: 'error_in_body', reason: 'x', url: '', at: '' };
        },
      },
      { latitude: 35, longitude: -78 },
      100,
    );
    expect(detect?.({ elements: [], remark: 'runtime error: Query timed out in "query" at line 1' })).toBeDefined();
    expect(detect?.({ elements: [] })).toBeUndefined();
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 20_000 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
