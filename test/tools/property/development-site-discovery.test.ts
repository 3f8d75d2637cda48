import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';

const verdicts = /\b(safe|unsafe|risky|best|worst|score|grade|recommend|desirable|feasible|suitable)\b/i;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_development_site_discovery', () => {
  const map = (args: object) => service.call('svc_development_site_discovery', args);

  it('maps the wired sources of an area and runs no search', async () => {
    const before = service.upstreams.requests.filter((request) => request.cardId?.startsWith('raleigh-')).length;
    const answer = await map({ area: 'Raleigh, NC', projectType: 'multifamily' });
    const { sources, missing } = answer.facts as { sources: { lane: string; url: string }[]; missing: object[] };
    expect(sources.map((source) => source.lane)).toEqual(expect.arrayContaining(['parcel', 'zoning', 'permits']));
    expect(missing.length).toBeGreaterThan(0);
    expect(service.upstreams.requests.filter((request) => request.cardId?.startsWith('raleigh-')).length).toBe(before);
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
    const answer = await map({ area: 'Olathe, KS' });
    expect(answer.facts?.sources).toBeUndefined();
    expect((answer.facts as { nationalTools: { value: string[] } }).nationalTools.value).toContain('svc_flood_zone');
    expect(answer.verifyNext.map((next) => next.with)).toContain('svc_request_coverage');
  });

  it('is unresolved where the area is not known', async () => {
    expect((await map({ area: 'Zzyzzx Nowhere' })).state).toMatch(/unresolved|unavailable/);
    await expect(map({})).rejects.toThrow('area');
  });

  it('looks to the lanes and tools of the kind of project, in its order', async () => {
    const of = async (projectType: string) =>
      (await map({ area: 'Raleigh, NC', projectType })).facts as {
        project: { value: string };
        sources: { lane: string }[];
        nationalTools: { value: string[] };
      };
    const [cafe, center] = [await of('cafe'), await of('data center')];
    expect([cafe.project.value, center.project.value]).toEqual(['restaurant', 'data_center_siting']);
    expect(cafe.sources[0]?.lane).toBe('zoning');
    expect(center.sources[0]?.lane).toBe('parcel');
    expect(center.nationalTools.value[0]).toBe('svc_electric_utility_resolver');
    expect(cafe.nationalTools.value).not.toContain('svc_electric_utility_resolver');
    expect((await map({ area: 'Raleigh, NC', projectType: 'opera' })).facts).not.toHaveProperty('project');
  });
});
