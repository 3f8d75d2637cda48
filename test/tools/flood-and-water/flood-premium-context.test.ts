import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, hartford, newYork, raleigh } from '../ask.ts';

const tool = 'svc_flood_premium_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives zone, claims of the county and terms of the law, and no price', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer.facts, 'floodMap', 'claims')).toEqual({
      floodMap: {
        specialFloodHazardArea: { value: 'outside', citation: 'c1' },
        zones: [
          {
            zone: 'X',
            subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
            specialFloodHazardArea: false,
            floodway: false,
            floodAreaId: '37183C_101',
            studyType: 'NP',
            citation: 'c1',
          },
        ],
        community: { name: 'CITY OF RALEIGH', communityId: '370243', citation: 'c1' },
      },
      claims: {
        county: { value: 'Wake County, NC (37183)', citation: 'c2' },
        claimCount: { value: 6, unit: 'claims', citation: 'c2' },
        paid: { value: 114_028, unit: 'USD', citation: 'c2' },
        byYear: [
          { year: 2018, count: 4, paidUsd: 31_251, citation: 'c2' },
          { year: 2016, count: 1, citation: 'c2' },
          { year: 1996, count: 1, citation: 'c2' },
        ],
        zip: { zip: '27601', count: 3, paidUsd: 31_251, citation: 'c2' },
      },
    });
    expect(pick(answer.facts, 'communityRating', 'countyPolicies')).toEqual({
      communityRating: {
        community: 'RALEIGH, CITY OF',
        communityId: '370243',
        participating: true,
        program: 'Regular',
        crsClass: 7,
        discountPercent: 15,
        discountOutsidePercent: 5,
        classFrom: '2022-10-01',
        citation: expect.any(String),
      },
      countyPolicies: {
        county: 'Wake (37183)',
        residentialStructureCount: 340_000,
        contractCount: 3400,
        insuredPercent: 1,
        hazardAreaStructureCount: 4000,
        hazardAreaContractCount: 1100,
        insuredInHazardAreaPercent: 27.5,
        citation: expect.any(String),
      },
    });
    const terms = answer.facts?.programTerms as { statute: string }[];
    expect(terms.map(({ statute }) => statute)).toEqual(['42 U.S.C. 4015a', '44 CFR 61.11(a) to (c)']);
    // limits of coverage and of increases: their text was not read
    expect(JSON.stringify(terms)).not.toMatch(/250,000|18 percent/);
    expect(answer.limits.join(' ')).toContain('42 U.S.C. 4012a(b), 4013(b), 4015(e), not read');
    expect(answer.summary).toMatch(/^Flood zone AE on 25% of the parcel .*6 claims in Wake County/);
    expect(answer.facts).not.toHaveProperty('premium');
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(2);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.floodMap?.state).toMatch(/unavailable|partial/);
  });

  it('reads class and discount as numbers too, and says nothing of them where a community is not rated', async () => {
    const rated = await service.call(tool, { address: biloxi });
    expect(rated.facts?.communityRating).toMatchObject({ crsClass: 8, discountPercent: 10, discountOutsidePercent: 5 });
    const unrated = await service.call(tool, { address: newYork });
    expect(unrated.facts?.communityRating).toEqual({
      community: 'NEW YORK, CITY OF',
      communityId: '360497',
      participating: true,
      program: 'Regular',
      citation: expect.any(String),
    });
    expect(unrated.components?.countyPolicies).toEqual({ state: 'empty', reason: 'FEMA lists no row for the county' });
  });

  it('leaves out a class or a discount that is none', async () => {
    const edit = withColumns((row) =>
      'communityIdNumber' in row ? { classRating: '11', sfhaDiscount: 'n/a', nonSfhaDiscount: '' } : {},
    );
    const odd = await askWith({ openfema: edit }, tool, { address: raleigh });
    expect(Object.keys((odd.facts?.communityRating ?? {}) as object)).not.toContain('crsClass');
    expect(JSON.stringify(odd.facts?.communityRating)).not.toMatch(/discount/);
  });

  it('finds a county under its old code, and gives no share where no building is in a hazard area', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts?.countyPolicies).toEqual({
      county: 'Hartford (09003)',
      residentialStructureCount: 270_000,
      contractCount: 1350,
      insuredPercent: 0.5,
      hazardAreaStructureCount: 0,
      hazardAreaContractCount: 0,
      citation: expect.any(String),
    });
    expect(answer.components?.communityRating?.state).toBe('unresolved');
  });

  it('is partial where the book and the counts fail, and keeps the map', async () => {
    const answer = await askWith({ openfema: 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(Object.keys(answer.facts ?? {})).not.toContain('communityRating');
    expect(answer.facts?.floodMap).toBeDefined();
    expect(pick(answer.components, 'communityRating', 'countyPolicies')).toEqual({
      communityRating: { state: 'unavailable', reason: expect.stringMatching(/HTTP 500/) },
      countyPolicies: { state: 'unavailable', reason: expect.stringMatching(/HTTP 500/) },
    });
  });

  it('carries no facts where neither map nor claims say anything', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
