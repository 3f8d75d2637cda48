import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, biloxi, newYork } = samplePlaces;
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const facts = (answer: Answer) => answer.facts as Record<string, never>;
const rows = (answer: Answer, name: string) => (answer.facts?.[name] ?? []) as Record<string, unknown>[];
const refusal = async (name: string, args: object) =>
  house.call(name, args).then(
    () => undefined,
    (error: { code?: string; detail?: string; issues?: { path: string }[] }) => error,
  );

describe('svc_coverage_check', () => {
  test('a wired place: status, sources with how far they were verified, gaps', async () => {
    const answer = await house.call('svc_coverage_check', { place: raleigh.address });
    expect(answer.state).toBe('found');
    expect(facts(answer)).toMatchObject({ coverageStatus: { value: 'supported' } });
    expect(rows(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId)).toContain('raleigh-nc');
    const sources = rows(answer, 'verifiedSources');
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources)
      expect(source).toMatchObject({ verification: expect.any(String), landingUrl: expect.stringMatching(/^https?:/) });
    expect(answer.summary).toContain('local lanes are wired');
  });

  test('an unwired place: not covered never means that no records exist', async () => {
    const answer = await house.call('svc_coverage_check', { place: 'Biloxi, MS' });
    expect(answer.state).toBe('not_covered');
    expect(answer.summary).toMatch(/not covered by any local source; \d+ national tools answer .*svc_\w+/);
    expect(facts(answer)).toMatchObject({
      coverageStatus: { value: 'unsupported' },
      nationalTools: { note: expect.stringMatching(/^svc_\w+, .* and \d+ more$/) },
      lanesNotWired: { value: expect.stringMatching(/parcel/) },
      jurisdictions: [],
    });
    expect(answer.limits.join(' ')).toContain('Not covered never means that no records exist');
    expect(answer.verifyNext.map((entry) => entry.with)).toContain('svc_request_coverage');
  });

  test('a boundary that does not answer: nothing is said to be missing', async () => {
    const own = await openHouse({ mirrors: false });
    try {
      for (const gate of ['raleigh-nc-boundary', 'wake-county-nc-boundary']) own.world.setFault(gate, 'http500');
      own.world.setFault(({ path }) => path.endsWith('/geographies/coordinates'), 'http500');
      const answer = await own.call('svc_coverage_check', { place: raleigh.address });
      expect(answer.state).toBe('partial');
      expect(answer.summary).toMatch(/a boundary did not answer/);
      for (const claim of ['coverageStatus', 'lanesNotWired', 'gaps']) expect(answer.facts).not.toHaveProperty(claim);
      expect(rows(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId)).not.toContain('raleigh-nc');
    } finally {
      await own.close();
    }
  });

  test("a boundary that does not answer: the Census Bureau's says which city it is, and the answer says so", async () => {
    const own = await openHouse({ mirrors: false });
    try {
      own.world.setFault('raleigh-nc-boundary', 'http500');
      const answer = await own.call('svc_coverage_check', { place: raleigh.address });
      expect([answer.state, answer.searched[0]?.reason]).toEqual([
        'partial',
        expect.stringContaining("taken from the Census Bureau's boundary"),
      ]);
      expect(rows(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId)).toContain('raleigh-nc');
    } finally {
      await own.close();
    }
  });

  test('a place that is none is unresolved, not unsupported', async () => {
    const answer = await house.call('svc_coverage_check', { place: 'Xyzzy Plugh Nowhere' });
    expect(answer.state).toBe('unresolved');
    expect(answer.facts).toBeUndefined();
  });
});

describe('svc_coverage_map', () => {
  test('names every wired jurisdiction and counts the shelf', async () => {
    const answer = await house.call('svc_coverage_map', {});
    const ids = rows(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId);
    const wired = house.house.jurisdictions.all().map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(wired.slice(0, 1)));
    expect(ids.length).toBe(Math.min(30, wired.length));
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });

  test('takes no argument', async () => {
    expect(await refusal('svc_coverage_map', { place: 'NC' })).toMatchObject({ code: 'invalid_arguments' });
  });
});

describe('svc_request_coverage and svc_coverage_demand', () => {
  test('counts the county, acknowledges, and keeps no address anywhere on disk', async () => {
    const own = await openHouse();
    try {
      expect((await own.call('svc_coverage_demand', {})).state).toBe('empty');
      const first = await own.call('svc_request_coverage', { place: biloxi.address });
      expect(first.facts).toMatchObject({
        acknowledged: { value: true },
        area: { code: '28047' },
        requests: { value: 1 },
      });
      expect(first.records).toBeUndefined();
      await own.call('svc_request_coverage', { place: 'Biloxi, MS' });
      const demand = await own.call('svc_coverage_demand', {});
      expect(demand.facts).toMatchObject({
        totalRequests: { value: 2 },
        areas: [{ area: 'Harrison County, MS', areaKind: 'county', requests: 2, lastRequestedOn: '2026-11-21' }],
      });
      const kept = readdirSync(own.directory).filter((name) => name.startsWith('demand'));
      expect(kept.length).toBeGreaterThan(0);
      const bytes = kept.map((name) => readFileSync(join(own.directory, name)).toString('latin1')).join('');
      expect(bytes).toContain('Harrison County');
      expect(bytes).not.toMatch(/lameuse|39530|biloxi|30\.39/i);
    } finally {
      await own.close();
    }
  });

  test('an unknown place counts nothing', async () => {
    const answer = await house.call('svc_request_coverage', { place: 'Xyzzy Plugh Nowhere' });
    expect(answer.state).toBe('unresolved');
  });
});

describe('svc_agent_feedback', () => {
  test('keeps a note; tool and toolName stand for target', async () => {
    for (const name of ['target', 'tool', 'toolName']) {
      const answer = await house.call('svc_agent_feedback', {
        kind: 'ux_gap',
        [name]: 'svc_zoning',
        summary: 'name the overlay',
      });
      expect(answer).toMatchObject({ state: 'found', facts: { target: { value: 'svc_zoning' } } });
    }
  });

  test.each([
    ['summary', { summary: 'fails for 222 W Hargett St' }],
    ['idea', { summary: 'an idea', idea: 'mail me at a@example.org' }],
    ['helpful.1', { summary: 'fine', helpful: ['short', 'call 919-555-0142'] }],
    ['client', { summary: 'fine', client: `0x${'ab'.repeat(20)}` }],
  ])('refuses personal content and names the field %s without repeating it', async (path, args) => {
    const error = await refusal('svc_agent_feedback', { kind: 'idea', ...args });
    expect(error).toMatchObject({ code: 'invalid_arguments', issues: [{ path }] });
    expect(JSON.stringify(error)).not.toMatch(/hargett|example\.org|555-0142|abab/i);
  });

  test('bounds and kinds', async () => {
    expect(await refusal('svc_agent_feedback', { kind: 'praise', summary: 'good' })).toMatchObject({
      issues: [{ path: 'kind' }],
    });
    expect(await refusal('svc_agent_feedback', { kind: 'idea', summary: 'x'.repeat(1001) })).toMatchObject({
      issues: [{ path: 'summary' }],
    });
  });
});

describe('svc_source_card_check', () => {
  test('one card in detail, the cards of a place and of a jurisdiction', async () => {
    const [card] = rows(await house.call('svc_source_card_check', { cardId: 'fema-nfhl' }), 'cards');
    expect(card).toMatchObject({ cardId: 'fema-nfhl', authority: 'official', verificationNote: expect.any(String) });
    const here = rows(await house.call('svc_source_card_check', { place: raleigh.address }), 'cards');
    expect(here.map(({ jurisdictionId }) => jurisdictionId)).toContain('raleigh-nc');
    const there = rows(await house.call('svc_source_card_check', { jurisdiction: 'new-york-ny' }), 'cards');
    expect(new Set(there.map(({ jurisdictionId }) => jurisdictionId))).toEqual(new Set(['new-york-ny']));
  });

  test('an unknown card brings near names, no card', async () => {
    const answer = await house.call('svc_source_card_check', { cardId: 'fema-nfl' });
    expect(answer).toMatchObject({ state: 'empty', summary: expect.stringContaining('fema-nfhl') });
    expect(await refusal('svc_source_card_check', {})).toMatchObject({ code: 'invalid_arguments' });
  });
});

describe('svc_verify_citation', () => {
  const verify = (sourceUrl: string, more = {}) => house.call('svc_verify_citation', { sourceUrl, ...more });

  test('an address under a card is known; nothing outside is asked', async () => {
    const before = house.world.requests.length;
    const answer = await verify(
      'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28/query?where=1%3D1',
      {
        recordId: 'where',
      },
    );
    expect(answer).toMatchObject({
      state: 'found',
      facts: { match: { value: 'path' }, recordIdInUrl: { value: true } },
    });
    for (const url of ['http://169.254.169.254/latest', 'http://127.0.0.1:1/x', 'https://unknown.example/']) {
      expect((await verify(url)).state, url).toBe('empty');
    }
    expect(house.world.requests.length).toBe(before);
  });

  test('no match is not called false', async () => {
    expect((await verify('https://unknown.example/a')).limits.join(' ')).toContain(
      'does not mean that a citation is false',
    );
  });

  test.each(['file:///etc/passwd', 'not a url', 'https://u:p@hazards.fema.gov/'])('refuses %s', async (sourceUrl) => {
    expect(await refusal('svc_verify_citation', { sourceUrl })).toMatchObject({ issues: [{ path: 'sourceUrl' }] });
  });

  test('a jurisdiction narrows the sources; an unknown one is refused', async () => {
    const url = 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28';
    expect((await verify(url, { jurisdiction: 'raleigh-nc' })).state).toBe('empty');
    expect(await refusal('svc_verify_citation', { sourceUrl: url, jurisdiction: 'atlantis' })).toMatchObject({
      issues: [{ path: 'jurisdiction' }],
    });
  });
});

describe('svc_policy_sources', () => {
  test('state, county and city sources, each with its word of verification, and the governments', async () => {
    const answer = await house.call('svc_policy_sources', { place: raleigh.address });
    const levels = rows(answer, 'policySources').map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['state', 'county', 'city']));
    const urls = rows(answer, 'policySources').map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(rows(answer, 'legalGeographies')).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'county', code: '37183', codeVintage: 'counties' })]),
    );
  });

  test('an unwired place still has its state, and says what is missing', async () => {
    const answer = await house.call('svc_policy_sources', { place: 'Biloxi, MS' });
    expect(rows(answer, 'policySources').every(({ level }) => level === 'state')).toBe(true);
    expect(answer.limits.join(' ')).toContain('does not mean that there are no local rules');
  });
});

describe('svc_suggest_workflow', () => {
  const plan = (args: object) => house.call('svc_suggest_workflow', args);

  test('a natural phrase becomes an ordered plan with reasons; nothing else is called', async () => {
    const answer = await plan({ place: raleigh.address, intent: 'buying a house' });
    expect(answer.facts).toMatchObject({ intent: { value: 'homebuyer_due_diligence' } });
    const steps = rows(answer, 'plan');
    expect(steps.map(({ order }) => order)).toEqual(steps.map((_, at) => at + 1));
    const live = new Set(house.house.registry.all().flatMap(({ name, slug }) => [name, slug]));
    for (const step of steps) expect(live.has(step.tool as string), String(step.tool)).toBe(true);
    expect(steps.find(({ tool }) => tool === 'svc_zoning')).toMatchObject({ availability: 'available' });
  });

  test('a lane that is not wired is set apart with its reason', async () => {
    const skipped = rows(await plan({ place: 'Biloxi, MS', intent: 'homebuyer_due_diligence' }), 'skipped');
    expect(skipped.find(({ tool }) => tool === 'svc_zoning')).toMatchObject({
      availability: 'not_covered',
      reason: expect.any(String),
    });
  });

  test('only paid steps cost, and the sum is theirs', async () => {
    const answer = await plan({ intent: 'homebuyer_due_diligence' });
    const priced = rows(answer, 'plan').filter(({ priceUsdc }) => priceUsdc !== undefined);
    for (const step of priced) expect(step).toMatchObject({ rail: 'paid', endpoint: `POST /api/${step.tool}` });
    const sum = priced.reduce((total, { priceUsdc }) => total + Number(priceUsdc), 0);
    expect(Number((answer.facts as { estimatedCostUsdc: { value: string } }).estimatedCostUsdc.value)).toBeCloseTo(
      sum,
      6,
    );
  });

  test('without a place local steps say so', async () => {
    const zoning = rows(await plan({ intent: 'homebuyer_due_diligence' }), 'plan').find(
      ({ tool }) => tool === 'svc_zoning',
    );
    expect(zoning).toMatchObject({ availability: 'place_not_given' });
  });

  test('an unknown goal lists the intents, nearest first; an empty one is refused', async () => {
    const answer = await plan({ intent: 'tap dancing' });
    expect(answer.state).toBe('partial');
    expect(rows(answer, 'intents').length).toBeGreaterThanOrEqual(20);
    expect(answer.facts).not.toHaveProperty('plan');
    expect(await refusal('svc_suggest_workflow', { intent: ' ' })).toMatchObject({ issues: [{ path: 'intent' }] });
  });
});

test('no coverage answer has verdict words, and all stay small', async () => {
  const asked: [string, object][] = [
    ['svc_coverage_check', { place: newYork.address }],
    ['svc_coverage_map', {}],
    ['svc_source_card_check', { place: newYork.address }],
    ['svc_policy_sources', { place: newYork.address }],
    ['svc_suggest_workflow', { place: newYork.address, intent: 'developer_predevelopment' }],
    ['svc_suggest_workflow', { intent: 'nothing of the kind' }],
  ];
  for (const [name, args] of asked) {
    const answer = await house.call(name, args);
    expect(answer.summary, name).not.toMatch(/\b(safe|unsafe|risky|best|worst|score|grade|recommend|desirable)\b/i);
    expect(JSON.stringify(answer).length, name).toBeLessThan(8000);
  }
});
