import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, chicago, raleigh } from '../ask.ts';

const tool = 'svc_opportunity_zone';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('names the 2010 tract and the end of the designation, and that the 2027 list was not checked', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      designated2018: { value: true, citation: 'c1' },
      tract2010: { value: '37183050100', citation: 'c1' },
      designationEndsOn: { value: '2028-12-31', citation: 'c1', note: 'end of the 2018 round by law' },
    });
    expect(answer.components).toEqual({
      round2018: { state: 'found' },
      round2027: {
        state: 'unavailable',
        reason:
          'the Treasury list of tracts eligible for nomination to the 2027 round is not loaded here; eligibility is not designation',
      },
    });
    expect(answer.components?.round2027?.reason).toMatch(/eligible for nomination/);
  });

  it('is empty outside the list, with the tract that was looked at', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/17031320100.*no tract of the 2018/);
    expect(answer.facts).toBeUndefined();
  });

  it('states nothing about the later round as a fact', async () => {
    expect(JSON.stringify((await service.call(tool, { address: raleigh })).facts)).not.toContain('2027');
  });

  it.each(['http500', 'error200', 'wrongShape'] as const)('reads the list in the package on %s', async (fault) => {
    const answer = await askWith({ 'hud-opportunity-zones': fault }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.summary).toContain('(2010 tract 37183050100) lies in no tract of the 2018 Opportunity Zone list');
    expect(answer.citations?.c1).toMatchObject({ sourceDate: '2018-12-14', fetchedAt: '2025-01-31T00:00:00Z' });
  });

  it('is unavailable where neither the layer nor the tract of the point can be read', async () => {
    const faults = { 'hud-opportunity-zones': 'http500', 'census-geocoder': 'http500' } as const;
    expect((await askWith(faults, tool, { latitude: 35.7783, longitude: -78.6431 })).state).toBe('unavailable');
  });

  it('refuses an empty call', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('reads the mirrored list by the 2010 tract where the layer fails, and is partial', async () => {
    const broken = await openService();
    try {
      broken.upstreams.setFault('hud-opportunity-zones', 'http500');
      const inside = await broken.call('svc_opportunity_zone', { address: '222 W Hargett St, Raleigh, NC 27601' });
      expect(inside.state).toBe('partial');
      expect(inside.facts).toEqual({
        tract2010: { value: '37183050100', citation: 'c1' },
        designated2018: { value: true, citation: 'c1' },
        designationEndsOn: { value: '2028-12-31', citation: 'c1', note: 'end of the 2018 round by law' },
      });
      expect(inside.components?.round2018?.state).toBe('partial');
      const outside = await broken.call('svc_opportunity_zone', { address: '140 Lameuse St, Biloxi, MS 39530' });
      expect(outside.facts).toBeUndefined();
      expect(outside.summary).toMatch(/lies in no tract/);
    } finally {
      await broken.close();
    }
  });
});
