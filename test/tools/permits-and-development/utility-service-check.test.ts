import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_utility_service_check';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives candidates of water and power, each with a citation of its own, and says what no map has', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      candidates: [
        {
          service: 'water',
          name: 'MADE-UP CITY OF RALEIGH',
          id: 'NC9900001',
          basis: 'area_holds_point',
          boundary: 'Verified',
          citation: 'c1',
        },
        {
          service: 'electricity',
          name: 'MADE-UP POWER COMPANY',
          id: '99001',
          basis: 'area_holds_point',
          alsoListedInCounty: true,
          citation: 'c3',
        },
        {
          service: 'electricity',
          name: 'MADE-UP RIVER ELECTRIC MEMBER CORP',
          id: '99002',
          basis: 'area_holds_point',
          alsoListedInCounty: false,
          citation: 'c3',
        },
        {
          service: 'sewer',
          name: 'MADE-UP NEUSE RIVER PLANT',
          id: '37009900001',
          basis: 'area_holds_point',
          boundary: 'modeled',
          citation: 'c2',
        },
      ],
    });
    const candidates = answer.facts?.candidates as { citation: string }[];
    expect(candidates.map(({ citation }) => answer.citations[citation]?.sourceName)).toEqual([
      expect.stringContaining('Water System'),
      expect.stringContaining('Territories'),
      expect.stringContaining('Territories'),
      expect.stringContaining('sewersheds'),
    ]);
    expect(answer.summary).toContain('; sewer "MADE-UP NEUSE RIVER PLANT"; gas is on no map');
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('falls back to the utilities of the county where no territory holds the point', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts?.candidates).toEqual([
      {
        name: 'Made-up Connecticut Light',
        basis: 'reports_county',
        service: 'electricity',
        id: '99005',
        citation: 'c3',
      },
    ]);
    expect(answer.summary).toContain(
      'water none; electricity "Made-up Connecticut Light" (of the county); sewer not known; gas',
    );
  });

  it('never says none where a source failed', async () => {
    const answer = await askWith({ 'epa-water-service-areas': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.summary).toContain('water not known');
  });

  it('is unavailable where all fail', async () => {
    const faults = {
      'hifld-electric-territories': 'http500',
      'epa-water-service-areas': 'error200',
      'epa-sewersheds': 'http500',
    } as const;
    const answer = await askWith(faults, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).toContain('electricity not known');
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ place: 'Raleigh, NC' }], [{ latitude: 35.7 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
