import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, chicago, newYork, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_seismic_design', () => {
  const tool = 'svc_seismic_design';

  it('gives accelerations in g with the inputs they were computed for', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      referenceDocument: { value: 'ASCE7-22', citation: 'c1' },
      riskCategory: { value: 'II', citation: 'c1' },
      siteClass: { value: 'Default', citation: 'c1' },
      seismicDesignCategory: { value: 'B', citation: 'c1' },
      sds: { value: 0.19, unit: 'g', citation: 'c1' },
      sd1: { value: 0.12, unit: 'g', citation: 'c1' },
      tl: { value: 8, unit: 's', citation: 'c1' },
      ss: { value: 0.17, unit: 'g', citation: 'c1' },
      s1: { value: 0.08, unit: 'g', citation: 'c1' },
      sms: { value: 0.28, unit: 'g', citation: 'c1' },
      sm1: { value: 0.18, unit: 'g', citation: 'c1' },
      pgam: { value: 0.13, unit: 'g', citation: 'c1' },
    });
    expect(answer.limits.join(' ')).toMatch(/soil at the site was not examined/);
  });

  it.each([chicago, newYork])('is not covered where the maps have no value: %s', async (address) => {
    const answer = await service.call(tool, { address });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
  });

  it.each([
    ['an error of the service', { request: { status: 'error' }, response: 'Unable to complete operation' }],
    ['an error without values', { request: { status: 'error' }, response: null }],
    ['a text that is not known', { request: { status: 'success' }, response: 'Please try again later' }],
  ])('is unavailable, and never not covered, on %s', async (_what, body) => {
    const answer = await askWith({ 'usgs-designmaps': { edit: () => body } }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).not.toMatch(/no value/);
  });

  it.each(['http404', 'wrongShape', 'truncated'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ 'usgs-designmaps': fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses what is not an argument', async () => {
    await expect(service.call(tool, { address: raleigh, riskCategory: 'IV' })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });
});
