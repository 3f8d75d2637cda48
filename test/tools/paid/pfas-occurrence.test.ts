import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askMirrored, reload, withHouse } from './mirrored.ts';

const { raleigh, biloxi, chicago, philadelphia } = samplePlaces;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const call = (slug: string, given: object, at: TestHouse = house) => askMirrored(at, slug, given);

describe('svc-pfas-occurrence', () => {
  const slug = 'svc-pfas-occurrence';

  test('counts the results of the system that holds the point; none of another system, no lithium, no zero', async () => {
    const { facts, summary } = await call(slug, { address: raleigh.address });
    expect(facts.waterSystem).toMatchObject({ pwsId: 'NC9900001', boundary: 'Verified' });
    expect(facts.monitoring).toMatchObject({
      results: 6,
      resultsAtOrAboveReportingLevel: 3,
      resultsBelowReportingLevel: 3,
      contaminantsTested: 3,
      firstCollected: '2024-02-06',
      lastCollected: '2024-11-12',
    });
    expect(facts.atOrAboveReportingLevel).toMatchObject([
      { contaminant: 'PFHxA', results: 1, highest: 0.0034 },
      { contaminant: 'PFOS', results: 3, resultsAtOrAboveReportingLevel: 2, highest: 0.0078, unit: 'ug/L' },
    ]);
    expect(facts.neverAtReportingLevel).toMatchObject([{ contaminant: 'PFBS', results: 2, reportingLevel: 0.003 }]);
    expect(Object.keys(facts.neverAtReportingLevel[0])).not.toContain('highest');
    expect(summary).toContain('2 of 3 contaminants at or above the reporting level');
  });

  test('is free for a system that was not tested: not in the file is no clean result', async () => {
    const body = await call(slug, { address: biloxi.address });
    expect(body).toMatchObject({ charged: false, state: 'empty' });
    expect(body.message).toContain('MADE-UP CITY OF BILOXI (MS9900001)');
    expect(body.limits.join(' ')).toContain('not a system without PFAS');
  });

  test('is free where no service area or several hold the point, until one of them is named', async () => {
    expect(await call(slug, { address: chicago.address })).toMatchObject({ charged: false, state: 'unresolved' });
    const several = await call(slug, { address: philadelphia.address });
    expect(several).toMatchObject({ charged: false, state: 'unresolved' });
    expect(several.message).toMatch(/PA9900001.*PA9900002/);
    await withHouse(async (own) => {
      const content =
        'PWSID\tPWSName\tContaminant\tMRL\tUnits\tAnalyticalResultsSign\tAnalyticalResultValue\tCollectionDate\tState\n' +
        'PA9900002\tMADE-UP SUBURBAN WATER\tPFOA\t0.004\tug/L\t<\t\t3/4/2024\tPA\n';
      await reload(own, 'epa-ucmr5', { content });
      const chosen = await call(slug, { address: philadelphia.address, pwsId: 'pa9900002' }, own);
      expect(chosen).toMatchObject({ charged: true, facts: { waterSystem: { boundary: 'modeled: Decision Tree' } } });
      expect(chosen.facts.atOrAboveReportingLevel).toEqual([]);
      const foreign = await call(slug, { address: philadelphia.address, pwsId: 'NC9900001' }, own);
      expect(foreign).toMatchObject({ charged: false, state: 'unresolved' });
    });
  });

  test('is free where the copy is stale or the map of service areas does not answer', () =>
    withHouse(
      async (own) => {
        await reload(own, 'epa-ucmr5', { retrievedAt: '2026-05-06T12:00:00Z' });
        expect(await call(slug, { address: raleigh.address }, own)).toMatchObject({ charged: true });
        await reload(own, 'epa-ucmr5', { retrievedAt: '2026-05-04T12:00:00Z' });
        expect(await call(slug, { address: raleigh.address }, own)).toMatchObject({ charged: false, state: 'stale' });
        own.world.setFault('epa-water-service-areas', 'http500');
        expect(await call(slug, { address: biloxi.address }, own)).toMatchObject({
          charged: false,
          state: 'unavailable',
        });
      },
      { sourceTimeoutMs: 1000 },
    ));
});
