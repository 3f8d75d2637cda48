import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askMirrored, chargeOf, reload, withService } from './mirrored.ts';

const { raleigh, biloxi, chicago, philadelphia } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object, at: TestService = service) => askMirrored(at, slug, given);

describe('svc-pfas-occurrence', () => {
  const slug = 'svc-pfas-occurrence';

  test('counts the results of the system that holds the point; none of another system, no lithium, no zero', async () => {
    const { facts, summary } = await call(slug, { address: raleigh.address });
    expect(facts.waterSystem).toEqual({
      pwsId: 'NC9900001',
      boundary: 'Verified',
      name: 'MADE-UP CITY OF RALEIGH',
      populationServed: 612_000,
      citation: 'c1',
    });
    expect(facts.monitoring).toEqual({
      results: 6,
      resultsAtOrAboveReportingLevel: 3,
      resultsBelowReportingLevel: 3,
      contaminantsTested: 3,
      firstCollectedOn: '2024-02-06',
      lastCollectedOn: '2024-11-12',
      citation: 'c2',
    });
    expect(facts.atOrAboveReportingLevel).toEqual([
      {
        contaminant: 'PFHxA',
        results: 1,
        highest: 0.0034,
        resultsAtOrAboveReportingLevel: 1,
        highestCollectedOn: '2024-08-13',
        reportingLevel: 0.003,
        unit: 'ug/L',
        citation: 'c2',
      },
      {
        contaminant: 'PFOS',
        results: 3,
        resultsAtOrAboveReportingLevel: 2,
        highest: 0.0078,
        unit: 'ug/L',
        highestCollectedOn: '2024-08-13',
        reportingLevel: 0.004,
        citation: 'c2',
      },
    ]);
    expect(facts.neverAtReportingLevel).toEqual([
      { contaminant: 'PFBS', results: 2, reportingLevel: 0.003, unit: 'ug/L', citation: 'c2' },
    ]);
    expect(Object.keys(facts.neverAtReportingLevel[0])).not.toContain('highest');
    expect(summary).toContain('2 of 3 contaminants at or above the reporting level');
  });

  test('is free for a system that was not tested: not in the file is no clean result', async () => {
    const body = await call(slug, { address: biloxi.address });
    expect(body.charged).toBe(false);
    expect(body.state).toBe('empty');
    expect(body.message).toContain('"MADE-UP CITY OF BILOXI" (MS9900001)');
    expect(body.limits.join(' ')).toContain('not a system without PFAS');
  });

  test('is free where no service area or several hold the point, until one of them is named', async () => {
    expect(chargeOf(await call(slug, { address: chicago.address }))).toEqual([false, 'unresolved']);
    const several = await call(slug, { address: philadelphia.address });
    expect(several.charged).toBe(false);
    expect(several.state).toBe('unresolved');
    expect(several.message).toMatch(/PA9900001.*PA9900002/);
    await withService(async (own) => {
      const content =
        'PWSID\tPWSName\tContaminant\tMRL\tUnits\tAnalyticalResultsSign\tAnalyticalResultValue\tCollectionDate\tState\n' +
        'PA9900002\tMADE-UP SUBURBAN WATER\tPFOA\t0.004\tug/L\t<\t\t3/4/2024\tPA\n';
      await reload(own, 'epa-ucmr5', { content });
      const chosen = await call(slug, { address: philadelphia.address, pwsId: 'pa9900002' }, own);
      expect(chosen.charged).toBe(true);
      expect(chosen.facts).toEqual({
        waterSystem: {
          boundary: 'modeled: Decision Tree',
          pwsId: 'PA9900002',
          name: 'MADE-UP SUBURBAN WATER',
          populationServed: 9100,
          citation: 'c1',
        },
        monitoring: {
          results: 1,
          resultsAtOrAboveReportingLevel: 0,
          resultsBelowReportingLevel: 1,
          firstCollectedOn: '2024-03-04',
          lastCollectedOn: '2024-03-04',
          contaminantsTested: 1,
          citation: 'c2',
        },
        atOrAboveReportingLevel: [],
        neverAtReportingLevel: [
          { contaminant: 'PFOA', results: 1, reportingLevel: 0.004, unit: 'ug/L', citation: 'c2' },
        ],
      });
      expect(chosen.facts.atOrAboveReportingLevel).toEqual([]);
      const foreign = await call(slug, { address: philadelphia.address, pwsId: 'NC9900001' }, own);
      expect(foreign.charged).toBe(false);
      expect(foreign.state).toBe('unresolved');
    });
  });

  test('is free where the copy is stale or the map of service areas does not answer', () =>
    withService(
      async (own) => {
        await reload(own, 'epa-ucmr5', { retrievedAt: '2026-05-06T12:00:00Z' });
        expect((await call(slug, { address: raleigh.address }, own)).charged).toBe(true);
        await reload(own, 'epa-ucmr5', { retrievedAt: '2026-05-04T12:00:00Z' });
        expect(chargeOf(await call(slug, { address: raleigh.address }, own))).toEqual([false, 'stale']);
        own.upstreams.setFault('epa-water-service-areas', 'http500');
        expect(chargeOf(await call(slug, { address: biloxi.address }, own))).toEqual([false, 'unavailable']);
      },
      { sourceTimeoutMs: 1000 },
    ));
});
