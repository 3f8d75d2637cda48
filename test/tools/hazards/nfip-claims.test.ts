import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago, hartford, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe('svc_nfip_claims', () => {
  const tool = 'svc_nfip_claims';

  it('adds up by year and ZIP, and states no amount of fewer than three claims', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      claims: { value: 6, unit: 'claims', citation: 'c1' },
      paid: { value: 114_028, unit: 'USD', citation: 'c1' },
      claimsWithoutAmount: { value: 1, unit: 'claims', citation: 'c1', note: 'not stated, which is not zero' },
      byYear: [
        { year: 2018, claims: 4, paidUsd: 31_251, citation: 'c1' },
        { year: 2016, claims: 1, citation: 'c1' },
        { year: 1996, claims: 1, citation: 'c1' },
      ],
      zip: { zip: '27601', claims: 3, paidUsd: 31_251, citation: 'c1' },
      county: { value: 'Wake County, NC (37183)', citation: 'c1' },
    });
    expect(JSON.stringify(answer)).not.toContain('77777');
    expect(Object.values(answer.citations)).toContainEqual(expect.objectContaining({ sourceDate: '2026-09-08' }));
  });

  it('never asks for or shows a position or a single claim', async () => {
    const before = service.upstreams.requests.length;
    const answer = await service.call(tool, { latitude: 35.7783, longitude: -78.6431 });
    for (const request of service.upstreams.requests.slice(before))
      expect(request.path).not.toMatch(/latitude|longitude/);
    expect(JSON.stringify(answer.facts)).not.toMatch(/PLANTED|censusGeoid|latitude|35\.8/);
  });

  it('gives no total and no cut year where a county has more than one reading holds, and asks the ZIP apart', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      claims: { value: 6000, unit: 'claims', citation: 'c1' },
      claimsRead: { value: 5000, unit: 'claims', citation: 'c1' },
      county: { value: 'Harrison County, MS (28047)', citation: 'c1' },
      byYear: [
        { year: 2005, claims: 1500, paidUsd: 1_500_000, citation: 'c1' },
        { year: 2004, claims: 1500, paidUsd: 1_500_000, citation: 'c1' },
        { year: 2003, claims: 1500, paidUsd: 1_500_000, citation: 'c1' },
      ],
      zip: { zip: '39530', claims: 1200, paidUsd: 1_200_000, citation: 'c1' },
    });
    expect(answer.summary).toMatch(
      /6000 flood insurance claims.*5000 of them were read, so no total is given; 1200 in ZIP/,
    );
  });

  it('asks Connecticut by both codes and states no amount of two claims', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts).toEqual({
      claims: { value: 2, unit: 'claims', citation: 'c1' },
      county: { value: 'Capitol Planning Region, CT (09110, 09003)', citation: 'c1' },
      byYear: [{ year: 2011, claims: 2, citation: 'c1' }],
      zip: { zip: '06103', claims: 2, citation: 'c1' },
    });
    expect(answer.facts?.paid).toBeUndefined();
  });

  it('is empty where no claim is listed, unavailable where the source fails', async () => {
    expect((await service.call(tool, { address: chicago })).state).toBe('empty');
    expect((await askWith({ openfema: 'http500' }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses half a point', async () => {
    await expect(service.call(tool, { longitude: -78 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
