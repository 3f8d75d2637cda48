import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_sole_source_aquifer';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('names the designated aquifer and its designation', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('found');
    expect(answer.facts?.aquifers).toEqual([
      {
        id: 'SSA99',
        name: 'Made-up Coastal Aquifer System',
        federalRegister: '99 FR 99999',
        epaRegion: '4',
        documentUrl: 'https://www.epa.gov/dwssa/made-up-coastal',
        citation: expect.any(String),
      },
    ]);
    expect(answer.summary).not.toContain('Made-up');
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('is empty outside of every designated area', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer, 'state', 'summary')).toEqual({
      state: 'empty',
      summary: expect.stringContaining('draws none'),
    });
    expect(answer.facts).toBeUndefined();
  });

  it('answers from the mirrored copy where the map fails, and says so', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('epa-sole-source-aquifers', 'error200');
      const inside = await own.call(tool, { address: biloxi });
      expect(pick(inside, 'state', 'facts')).toEqual({
        state: 'partial',
        facts: {
          aquifers: [
            {
              id: 'SSA99',
              name: 'Made-up Coastal Aquifer System',
              federalRegister: '99 FR 99999',
              epaRegion: '4',
              documentUrl: 'https://www.epa.gov/dwssa/made-up-coastal',
              citation: 'c1',
            },
          ],
        },
      });
      expect(inside.summary).toContain('mirrored copy');
      expect(inside.searched.map(({ state }) => state)).toEqual(['unavailable', 'found']);
      const outside = await own.call(tool, { address: raleigh });
      expect(outside.state).toBe('partial');
      expect(outside.facts).toBeUndefined();
    } finally {
      await own.close();
    }
  });

  it.each(['http500', 'wrongShape', 'html200'] as const)('%s without a copy is unavailable', async (fault) => {
    const answer = await askWith({ 'epa-sole-source-aquifers': fault }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).toContain('unknown');
    expect(answer.searched.at(-1)?.reason).toContain('mirror sync epa-sole-source-aquifers');
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 5 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
