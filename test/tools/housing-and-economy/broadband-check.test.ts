import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, hartford, raleigh } from '../ask.ts';

const tool = 'svc_broadband_check';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives residential county totals by technology, all technologies first', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      units: { value: 548_210, citation: 'c1' },
      technologies: [
        {
          technology: 'Any Technology',
          atLeast100Down20UpPercent: 99.21,
          atLeast25Down3UpPercent: 100,
          atLeast1000Down100UpPercent: 86.12,
          citation: 'c1',
        },
        {
          technology: 'Cable',
          atLeast100Down20UpPercent: 96.8,
          atLeast25Down3UpPercent: 97,
          atLeast1000Down100UpPercent: 40.2,
          citation: 'c1',
        },
        {
          technology: 'Fiber',
          atLeast25Down3UpPercent: 86.1,
          atLeast100Down20UpPercent: 86,
          atLeast1000Down100UpPercent: 85.1,
          citation: 'c1',
        },
        {
          technology: 'Copper',
          atLeast1000Down100UpPercent: 0,
          atLeast25Down3UpPercent: 19,
          atLeast100Down20UpPercent: 2,
          citation: 'c1',
        },
      ],
      county: { value: 'Wake County (37183)', citation: 'c1' },
    });
    expect(answer.limits.join(' ')).toMatch(/does not say what one address can order/);
    expect(answer.verifyNext[0]?.url).toMatch(/broadbandmap/);
  });

  it('takes Connecticut by planning region', async () => {
    expect((await service.call(tool, { address: hartford })).facts).toEqual({
      county: { value: 'Capitol Planning Region (09110)', citation: 'c1' },
      units: { value: 548_210, citation: 'c1' },
      technologies: [
        {
          technology: 'Any Technology',
          atLeast25Down3UpPercent: 100,
          atLeast100Down20UpPercent: 99.21,
          atLeast1000Down100UpPercent: 86.12,
          citation: 'c1',
        },
        {
          technology: 'Cable',
          atLeast25Down3UpPercent: 97,
          atLeast100Down20UpPercent: 96.8,
          atLeast1000Down100UpPercent: 40.2,
          citation: 'c1',
        },
        {
          technology: 'Fiber',
          atLeast25Down3UpPercent: 86.1,
          atLeast100Down20UpPercent: 86,
          atLeast1000Down100UpPercent: 85.1,
          citation: 'c1',
        },
        {
          technology: 'Copper',
          atLeast25Down3UpPercent: 19,
          atLeast100Down20UpPercent: 2,
          atLeast1000Down100UpPercent: 0,
          citation: 'c1',
        },
      ],
    });
  });

  it('is empty where the file has no row and unavailable where it is not loaded', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('empty');
    const none = await askWith({}, tool, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(JSON.stringify(none.searched)).toContain('fcc-bdc-summary');
  });

  it('refuses half a point', async () => {
    await expect(service.call(tool, { longitude: -78 })).rejects.toMatchObject({ status: 400 });
  });
});
