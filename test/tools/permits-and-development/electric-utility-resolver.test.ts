import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, chicago, hartford, listOf, raleigh } from '../ask.ts';

const tool = 'svc_electric_utility_resolver';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives every overlapping candidate, marks the one that the county list names too', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.territoriesAtPoint).toEqual([
      {
        eiaId: '99001',
        type: 'INVESTOR OWNED',
        customers: 1_400_000,
        alsoListedInCounty: true,
        name: 'MADE-UP POWER COMPANY',
        state: 'NC',
        citation: 'c1',
      },
      {
        eiaId: '99002',
        type: 'COOPERATIVE',
        alsoListedInCounty: false,
        name: 'MADE-UP RIVER ELECTRIC MEMBER CORP',
        state: 'NC',
        citation: 'c1',
      },
    ]);
    expect(answer.facts?.listedInCounty).toEqual([
      { name: 'Made-up Power Company', eiaId: '99001', citation: 'c2' },
      { name: 'Town of Made-up (NC)', eiaId: '99004', citation: 'c2' },
    ]);
    expect(answer.summary).toContain('draws 2 at the point');
    const text = JSON.stringify(answer);
    expect(text).not.toMatch(/PLANTED|NOT AVAILABLE|-999999/);
  });

  it('finds the county list of Connecticut under either set of names', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts?.listedInCounty).toEqual([
      { eiaId: '99005', name: 'Made-up Connecticut Light', citation: 'c2' },
    ]);
    expect(answer.facts?.territoriesAtPoint).toBeUndefined();
  });

  it('is empty where neither names one', async () => {
    expect((await service.call(tool, { address: chicago })).state).toBe('empty');
  });

  it('reads the mirrored polygons where the live copy fails', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('hifld-electric-territories', 'http500');
      const answer = await own.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.facts).toEqual({
        territoriesAtPoint: [
          {
            eiaId: '99001',
            name: 'MADE-UP POWER COMPANY',
            type: 'INVESTOR OWNED',
            state: 'NC',
            alsoListedInCounty: true,
            citation: 'c1',
          },
        ],
        listedInCounty: [
          { name: 'Made-up Power Company', eiaId: '99001', citation: 'c2' },
          { name: 'Town of Made-up (NC)', eiaId: '99004', citation: 'c2' },
        ],
      });
    } finally {
      await own.close();
    }
  });

  it('is unavailable without any source, and names both mirrors', async () => {
    const answer = await askWith({ 'hifld-electric-territories': 'wrongShape' }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    const reasons = answer.searched.map(({ reason }) => reason).join(' ');
    expect(reasons).toContain('sync hifld-electric-territories');
    expect(reasons).toContain('sync eia-861-territories');
  });

  it.each([[{}], [{ address: raleigh, state: 'NC' }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('names the holding company where the map does, and counts the territories left out', async () => {
    const many = repeated(9, (index) => ({
      ID: `9900${index}`,
      NAME: `MADE-UP POWER ${index}`,
      HOLDING_CO: 'MADE-UP HOLDING',
    }));
    const { facts } = await askWith({ 'hifld-electric-territories': many }, tool, { address: raleigh });
    expect(listOf(facts, 'territoriesAtPoint')[0]).toEqual({
      name: 'MADE-UP POWER 0',
      eiaId: '99000',
      type: 'INVESTOR OWNED',
      state: 'NC',
      holdingCompany: 'MADE-UP HOLDING',
      customers: 1_400_000,
      citation: 'c1',
    });
    expect([listOf(facts, 'territoriesAtPoint').length, facts?.leftOut]).toEqual([6, undefined]);
  });
});
