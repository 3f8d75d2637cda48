import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pick, verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { factsOf, rowsOf } from './answer-parts.ts';

const { raleigh, newYork } = samplePlaces;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_coverage_check', () => {
  test('a wired place: status, sources with who saw them, gaps', async () => {
    const answer = await service.call('svc_coverage_check', { place: raleigh.address });
    expect(answer.state).toBe('found');
    expect(pick(factsOf(answer), 'coverageStatus')).toEqual({ coverageStatus: { value: 'supported', citation: 'c1' } });
    expect(rowsOf(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId)).toContain('raleigh-nc');
    const sources = rowsOf(answer, 'verifiedSources');
    expect(sources[0]).toEqual({
      lane: 'parcel',
      source: 'Raleigh and Wake County property layer',
      cardId: 'raleigh-parcel',
      depth: 'facts',
      jurisdictionId: 'raleigh-nc',
      landingUrl: 'https://data.raleighnc.gov/',
      seenBy: 'public_client',
      seenOn: '2026-08-07',
      citation: 'c1',
    });
    expect(sources).toHaveLength(10);
    for (const source of sources) expect(Object.keys(source)).toEqual(expect.arrayContaining(['seenBy', 'landingUrl']));
    expect(answer.summary).toContain('local lanes are wired');
  });

  test('an unwired place: not covered never means that no records exist', async () => {
    const answer = await service.call('svc_coverage_check', { place: 'Olathe, KS' });
    expect(answer.state).toBe('not_covered');
    expect(answer.summary).toMatch(
      /not covered by any local source; all \d+ national tools can answer here now, .*svc_\w+/,
    );
    expect(factsOf(answer)).toEqual({
      coverageStatus: { value: 'unsupported', citation: 'c1' },
      nationalTools: {
        value: expect.any(Number),
        unit: 'tools',
        citation: 'c1',
        note: expect.stringMatching(/^svc_\w+, .* and \d+ more$/),
      },
      jurisdictions: [],
      verifiedSources: [],
      rules: { value: 'appeal windows, property tax programs for owners, levels of assessment', citation: 'c1' },
      offices: [
        {
          keeps: 'assessor',
          office: 'assessor of Johnson County, KS (state agency)',
          url: 'https://www.ksrevenue.gov/pvdindex.html',
          citation: 'c1',
        },
        { keeps: 'recorder', office: 'recorder of deeds of Johnson County, KS', citation: 'c1' },
        { keeps: 'treasurer', office: 'tax collector of Johnson County, KS', citation: 'c1' },
        {
          keeps: 'planning',
          office: 'planning department of Olathe, KS (outside its limits: Johnson County)',
          citation: 'c1',
        },
      ],
      lanesNotWired: { value: expect.stringMatching(/^all \d+$/), citation: 'c1' },
    });
    expect(answer.limits.join(' ')).toContain('Not covered never means that no records exist');
    expect(answer.verifyNext.map((entry) => entry.with)).toContain('svc_request_coverage');
  });

  test('a place with nothing but a published layer: which one, how much it tells, and what is missing', async () => {
    const answer = await service.call('svc_coverage_check', { place: 'Biloxi, MS' });
    expect(answer.state).toBe('found');
    const { coverageStatus, verifiedSources, lanesNotWired } = factsOf(answer);
    expect(coverageStatus).toMatchObject({ value: 'discovery_only' });
    expect(verifiedSources).toMatchObject([{ lane: 'parcel', cardId: 'mississippi-parcels', depth: 'facts' }]);
    expect(lanesNotWired).toMatchObject({ value: expect.stringMatching(/zoning/) });
  });

  test('a layer of identity alone: the summary says so, and the assessor is still named', async () => {
    const answer = await service.call('svc_coverage_check', { place: 'Fallon, NV' });
    expect(answer.summary).toContain(
      '1 of 24 local lanes is wired through Churchill County, NV, Nevada (discovery only); of a parcel its number, outline and area alone; ',
    );
    const { verifiedSources, offices } = factsOf(answer);
    expect(verifiedSources).toMatchObject([
      { cardId: 'churchill-county-nv-parcels', depth: 'identity' },
      { cardId: 'nevada-parcels', depth: 'identity' },
    ]);
    expect(offices).toContainEqual(
      expect.objectContaining({ keeps: 'assessor', office: expect.stringContaining('Churchill County') }),
    );
    const facts = await service.call('svc_coverage_check', { place: 'Biloxi, MS' });
    expect(facts.summary).not.toContain('outline');
    expect(rowsOf(facts, 'offices').map(({ keeps }) => keeps)).not.toContain('assessor');
  });

  test('a boundary that does not answer: nothing is said to be missing', async () => {
    const own = await openService({ mirrors: false });
    try {
      for (const boundaryCheck of ['raleigh-nc-boundary', 'wake-county-nc-boundary'])
        own.upstreams.setFault(boundaryCheck, 'http500');
      own.upstreams.setFault(({ path }) => path.endsWith('/geographies/coordinates'), 'http500');
      const answer = await own.call('svc_coverage_check', { place: raleigh.address });
      expect(answer.state).toBe('partial');
      expect(answer.summary).toMatch(/a boundary did not answer/);
      for (const claim of ['coverageStatus', 'lanesNotWired', 'gaps']) expect(answer.facts).not.toHaveProperty(claim);
      expect(rowsOf(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId)).not.toContain('raleigh-nc');
    } finally {
      await own.close();
    }
  });

  test("a boundary that does not answer: the Census Bureau's says which city it is, and the answer says so", async () => {
    const own = await openService({ mirrors: false });
    try {
      own.upstreams.setFault('raleigh-nc-boundary', 'http500');
      const answer = await own.call('svc_coverage_check', { place: raleigh.address });
      expect([answer.state, answer.searched[0]?.reason]).toEqual([
        'partial',
        expect.stringContaining("taken from the Census Bureau's boundary"),
      ]);
      expect(rowsOf(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId)).toContain('raleigh-nc');
    } finally {
      await own.close();
    }
  });

  test('a place that is none is unresolved, not unsupported', async () => {
    const answer = await service.call('svc_coverage_check', { place: 'Xyzzy Plugh Nowhere' });
    expect(answer.state).toBe('unresolved');
    expect(answer.facts).toBeUndefined();
  });

  test('no verdict words, and small', async () => {
    const answer = await service.call('svc_coverage_check', { place: newYork.address });
    expect(verdicts(answer)).toEqual([]);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });
});
