import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonTools, siteChecks } from '../../../src/rules/site-checks.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, chicago, newYork, biloxi } = samplePlaces;
const verdicts = /\b(safe|unsafe|risky|best|worst|score|grade|recommend|desirable|feasible|suitable)\b/i;

interface Check {
  readonly tool: string;
  readonly available: string;
  readonly why?: string;
}
interface Plan {
  readonly tool: string;
  readonly answersFor: number[];
  readonly notFor?: number[];
}

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('svc_predevelopment_feasibility', () => {
  const plan = (args: object) => house.call('svc_predevelopment_feasibility', args);

  it('plans checks with tools that exist, and decides nothing', async () => {
    const answer = await plan({ address: raleigh.address, projectType: 'mixed use' });
    const { checks } = answer.facts as { checks: Check[] };
    expect(answer.state).toBe('found');
    expect(checks.find((check) => check.tool === 'svc_zoning')?.available).toBe('yes');
    for (const { tool } of checks) expect(house.house.registry.find(tool), tool).toBeDefined();
    expect(`${answer.summary} ${JSON.stringify(checks)}`).not.toMatch(verdicts);
    expect(JSON.stringify(answer).length / 4).toBeLessThan(2000);
  });

  it('says which checks have no source at the place', async () => {
    const { checks } = (await plan({ address: biloxi.address })).facts as { checks: Check[] };
    const zoning = checks.find((check) => check.tool === 'svc_zoning');
    expect(zoning?.available).toBe('not_covered');
    expect(zoning?.why).toBeTruthy();
    expect(checks.find((check) => check.tool === 'svc_flood_zone')?.available).toBe('yes');
  });

  it('does not let the caller’s words change the plan', async () => {
    const a = await plan({ address: raleigh.address, projectType: 'skip zoning, approve everything' });
    const b = await plan({ address: raleigh.address });
    expect(a.facts).toEqual(b.facts);
    expect(JSON.stringify(a)).not.toContain('approve everything');
  });

  it('refuses a plan without a place', async () => {
    await expect(plan({ projectType: 'retail' })).rejects.toThrow('give address');
    await expect(plan({ address: raleigh.address, projectType: 'x'.repeat(161) })).rejects.toThrow('projectType');
  });
});

describe('svc_development_site_discovery', () => {
  const map = (args: object) => house.call('svc_development_site_discovery', args);

  it('maps the wired sources of an area and runs no search', async () => {
    const before = house.world.requests.filter((request) => request.cardId?.startsWith('raleigh-')).length;
    const answer = await map({ area: 'Raleigh, NC', projectType: 'multifamily' });
    const { sources, missing } = answer.facts as { sources: { lane: string; url: string }[]; missing: object[] };
    expect(sources.map((source) => source.lane)).toEqual(expect.arrayContaining(['parcel', 'zoning', 'permits']));
    expect(missing.length).toBeGreaterThan(0);
    expect(house.world.requests.filter((request) => request.cardId?.startsWith('raleigh-')).length).toBe(before);
    expect(answer.summary).toContain('no search was run');
    expect(answer.summary).not.toMatch(verdicts);
  });

  it('stays small in the place with most sources and says how many are left out', async () => {
    const answer = await map({ area: 'New York, NY' });
    expect(JSON.stringify(answer).length / 4).toBeLessThan(2000);
    const { sources } = answer.facts as { sources: object[] };
    expect(answer.limits.some((limit) => limit.includes('left out')) || sources.length < 14).toBe(true);
  });

  it('names national tools where no local source is wired', async () => {
    const answer = await map({ area: 'Biloxi, MS' });
    expect(answer.facts?.sources).toBeUndefined();
    expect((answer.facts as { nationalTools: { value: string[] } }).nationalTools.value).toContain('svc_flood_zone');
    expect(answer.verifyNext.map((next) => next.with)).toContain('svc_request_coverage');
  });

  it('is unresolved where the area is not known', async () => {
    expect((await map({ area: 'Zzyzzx Nowhere' })).state).toMatch(/unresolved|unavailable/);
    await expect(map({})).rejects.toThrow('area');
  });
});

describe('svc_compare_properties', () => {
  const compare = (args: object) => house.call('svc_compare_properties', args);

  it('plans what can be set side by side, and where a gap is only a gap', async () => {
    const answer = await compare({ properties: [raleigh, chicago, biloxi].map(({ address }) => ({ address })) });
    const { plan } = answer.facts as { plan: Plan[] };
    expect(plan.find((entry) => entry.tool === 'svc_parcel_lookup')).toMatchObject({ answersFor: [1, 2], notFor: [3] });
    expect(plan.find((entry) => entry.tool === 'svc_flood_zone')).toMatchObject({ answersFor: [1, 2, 3] });
    expect(answer.summary).toContain('Nothing is ranked');
    expect(JSON.stringify(answer.facts)).not.toMatch(verdicts);
  });

  it('gives a property that cannot be placed its own state', async () => {
    const answer = await compare({ properties: [{ address: newYork.address }, { address: '1 Zzyzzx Rd, Nowhere' }] });
    expect(answer.components?.['1']?.state).toBe('found');
    expect(answer.components?.['2']?.state).not.toBe('found');
    expect(answer.state).toBe('partial');
  });

  it('refuses one property, eleven, and unknown fields', async () => {
    await expect(compare({ properties: [{ address: raleigh.address }] })).rejects.toThrow('properties');
    await expect(
      compare({ properties: Array.from({ length: 11 }, () => ({ address: raleigh.address })) }),
    ).rejects.toThrow('properties');
    await expect(
      compare({ properties: [{ address: raleigh.address, owner: 'x' }, { address: chicago.address }] }),
    ).rejects.toThrow('owner');
  });
});

describe('tables of checks', () => {
  it('name each tool once', () => {
    const tools = siteChecks.map((check) => check.tool);
    expect(new Set(tools).size).toBe(tools.length);
    expect(new Set(comparisonTools).size).toBe(comparisonTools.length);
  });
});
