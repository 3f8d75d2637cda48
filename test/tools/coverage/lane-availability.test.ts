import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';

interface Lanes {
  place: string;
  resolved: boolean;
  jurisdiction?: { jurisdictionId?: string; displayName: string; stack: { state?: string; county?: string } };
  lanes: Record<
    'national' | 'local' | 'varies' | 'notCovered' | 'degraded',
    { tool: string; access: string; what?: string; why?: string; requestTool?: string }[]
  >;
  buyRecommendations: {
    slug: string;
    priceUsdc: string;
    substanceHere: string;
    rationale: string;
    endpoint: string;
    manifest: string;
  }[];
  recommendedCallOrder: string[];
  relatedTools: string[];
  warnings: string[];
}

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = async (place: string, detailLevel?: 'summary' | 'full', from = service) =>
  (await from.call('svc_lane_availability', { place, ...(detailLevel && { detailLevel }) })) as unknown as Lanes;
const toolsOf = (entries: { tool: string }[]) => entries.map(({ tool }) => tool);

describe('svc_lane_availability', () => {
  test('has exactly the published fields', async () => {
    const answer = await ask(samplePlaces.raleigh.address);
    expect(Object.keys(answer).sort()).toEqual(
      [
        'buyRecommendations',
        'jurisdiction',
        'lanes',
        'place',
        'recommendedCallOrder',
        'relatedTools',
        'resolved',
        'warnings',
      ].sort(),
    );
    expect(Object.keys(answer.lanes)).toEqual(['national', 'local', 'varies', 'notCovered', 'degraded']);
    expect(answer.place).toBe(samplePlaces.raleigh.address);
    expect(answer.jurisdiction).toEqual({
      jurisdictionId: 'raleigh-nc',
      displayName: 'Raleigh, NC',
      stack: { state: 'NC', county: 'Wake County' },
    });
  });

  test('wired lanes are local, and every published tool is in exactly one array', async () => {
    const answer = await ask(samplePlaces.raleigh.address, 'full');
    expect(toolsOf(answer.lanes.local)).toContain('svc_parcel_lookup');
    expect(toolsOf(answer.lanes.national)).toContain('svc_flood_zone');
    const all = Object.values(answer.lanes).flatMap(toolsOf);
    const wanted = service.service.registry
      .all()
      .filter(({ scope }) => scope !== 'meta')
      .map(({ name }) => name);
    expect([...all].sort()).toEqual([...wanted].sort());
  });

  test('an unwired place: local lanes are not covered and can be requested', async () => {
    const answer = await ask('Olathe, KS', 'full');
    expect(answer.resolved).toBe(true);
    expect(answer.jurisdiction?.jurisdictionId).toBeUndefined();
    const zoning = answer.lanes.notCovered.find(({ tool }) => tool === 'svc_zoning');
    expect(zoning).toEqual({
      tool: 'svc_zoning',
      access: 'free',
      why: 'no source is wired for this lane here',
      requestTool: 'svc_request_coverage',
      office: 'planning department of Olathe, KS (outside its limits: Johnson County)',
    });
    expect(answer.lanes.notCovered.find(({ tool }) => tool === 'svc_parcel_lookup')).toMatchObject({
      office: 'assessor of Johnson County, KS (state agency)',
      officeUrl: 'https://www.ksrevenue.gov/pvdindex.html',
    });
    expect(answer.warnings.join(' ')).toContain('Not covered never means that no records exist');
  });

  test('a layer of identity alone: said where the tool is named, and enough for no report', async () => {
    const answer = await ask('Fallon, NV', 'full');
    expect(answer.lanes.local.find(({ tool }) => tool === 'svc_parcel_lookup')?.why).toBe(
      'Churchill County, NV parcels (identity: number, outline and area alone)',
    );
    expect(answer.lanes.notCovered.find(({ tool }) => tool === 'svc-transaction-follow-up')?.why).toBe(
      'too few local sources are wired here; a call returns a free diagnostic',
    );
    const report = answer.buyRecommendations.find(({ slug }) => slug === 'svc-transaction-follow-up');
    expect(report?.rationale).toBe('1 local lane is wired here; expect a free diagnostic');
    const bare = await ask('Olathe, KS', 'full');
    expect(bare.lanes.notCovered.find(({ tool }) => tool === 'svc-transaction-follow-up')?.why).toMatch(
      /^no local source is wired here;/,
    );
  });

  test('the summary is a shortlist and says what it leaves out', async () => {
    const [short, full] = [await ask('Chicago, IL'), await ask('Chicago, IL', 'full')];
    for (const [bucket, entries] of Object.entries(short.lanes)) {
      const whole = full.lanes[bucket as keyof Lanes['lanes']];
      expect(toolsOf(whole)).toEqual(expect.arrayContaining(toolsOf(entries)));
      if (whole.length > entries.length)
        expect(short.warnings.join(' ')).toContain(`${bucket} ${whole.length - entries.length}`);
    }
    expect(JSON.stringify(short).length).toBeLessThan(8000);
  });

  test('paid routes carry price, endpoint and manifest; nothing is bought', async () => {
    const { buyRecommendations } = await ask(samplePlaces.raleigh.address, 'full');
    for (const { slug, priceUsdc, substanceHere, endpoint, manifest } of buyRecommendations) {
      expect(service.service.registry.find(slug)?.priceUsdc).toBe(priceUsdc);
      expect(['low', 'medium']).toContain(substanceHere);
      expect([endpoint, manifest]).toEqual([`/api/${slug}`, `/.well-known/ai-tool/${slug}.json`]);
    }
    expect(buyRecommendations.length).toBe(service.service.registry.all().filter(({ rail }) => rail === 'paid').length);
  });

  test('starts with the bundle and names only tools that answer here', async () => {
    const answer = await ask(samplePlaces.raleigh.address, 'full');
    const usable = new Set([...toolsOf(answer.lanes.local), ...toolsOf(answer.lanes.national)]);
    expect(answer.recommendedCallOrder.every((tool) => usable.has(tool))).toBe(true);
    if (usable.has('svc_place_facts')) expect(answer.recommendedCallOrder[0]).toBe('svc_place_facts');
  });

  test('an unknown place is not resolved and lists no lane', async () => {
    const answer = await ask('Xyzzy Plugh Nowhere');
    expect(answer.resolved).toBe(false);
    expect(Object.values(answer.lanes).flat()).toEqual([]);
    expect(answer.warnings.length).toBeGreaterThan(0);
  });

  test('a lane whose essential source cannot answer is degraded, and a fallback is named only where it is up', async () => {
    const bare = await openService({ mirrors: false, settings: { SVC_KEY_CENSUS: '' } });
    try {
      const { lanes } = await ask('Raleigh, NC', 'full', bare);
      const why = (name: string) => lanes.degraded.find(({ tool }) => tool === name)?.why;
      for (const name of ['svc_housing_stock', 'svc_sewer_overflow_nearby']) {
        expect(why(name), name).toBeDefined();
        expect(toolsOf(lanes.national), name).not.toContain(name);
      }
      // its fallback is on a file that is not loaded either
      expect(why('svc_housing_stock')).not.toMatch(/; use/);
      expect(why('svc_house_price_index')).not.toMatch(/svc_market_context/);
      const check = await bare.call('svc_coverage_check', { place: 'Raleigh, NC' });
      const [, able, all] = /(\d+) of (\d+) national tools can answer here now/.exec(check.summary) ?? [];
      expect(Number(able)).toBe(lanes.national.length);
      expect(Number(able)).toBeLessThan(Number(all));
    } finally {
      await bare.close();
    }
  });

  test('in a territory the tools whose sources do not reach it are not covered, and none of them says empty', async () => {
    const { lanes } = await ask('San Juan, PR', 'full');
    const outside = ['svc_radon_zone', 'svc_house_price_index', 'svc_traffic_crash_context'];
    for (const name of outside) {
      expect(lanes.notCovered.find(({ tool }) => tool === name)?.why, name).toMatch(/do not reach PR/);
      expect(toolsOf(lanes.national)).not.toContain(name);
      const answer = await service.call(name, { latitude: 18.4655, longitude: -66.1057 });
      expect(answer.state, name).toBe('not_covered');
      expect(answer.summary, name).toMatch(/not reach Puerto Rico/);
      expect(new Set(answer.searched.map(({ state }) => state))).toEqual(new Set(['not_covered']));
    }
    // what reaches it stays national, and a part that does not is said to be so
    expect(toolsOf(lanes.national)).toContain('svc_flood_zone');
    const fire = await service.call('svc_wildfire_risk', { latitude: 18.4655, longitude: -66.1057 });
    expect(fire.searched.find(({ reason }) => reason?.includes('does not reach Puerto Rico'))?.state).toBe(
      'not_covered',
    );
    const check = await service.call('svc_coverage_check', { place: 'San Juan, PR' });
    expect(check.summary).toMatch(/\d+ of \d+ national tools can answer here now/);
  });

  test('a dataset that is not loaded degrades the tools that stand on it alone', async () => {
    proves('free-degraded');
    const bare = await openService({ mirrors: false });
    try {
      const { lanes } = await ask('Raleigh, NC', 'full', bare);
      const onMirrors = bare.service.registry
        .all()
        .filter(
          ({ sourceIds, mirrorIds, lane, scope }) =>
            sourceIds.length === 0 && mirrorIds.length > 0 && !lane && scope !== 'meta',
        )
        // a table in the package answers where no file was loaded
        .filter(({ mirrorIds }) => mirrorIds.every((id) => bare.service.mirror.status(id).state !== 'ready'));
      expect(onMirrors.length).toBeGreaterThan(0);
      for (const { name } of onMirrors) {
        expect(lanes.degraded.find(({ tool }) => tool === name)?.why, name).toContain('not loaded');
      }
    } finally {
      await bare.close();
    }
  });
});
