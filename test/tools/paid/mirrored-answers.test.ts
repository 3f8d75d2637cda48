import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { Answer } from '../../../src/kernel/answer.ts';
import { datasets } from '../../../src/mirror/datasets.generated.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { stringsOf, uncitedLeaves, verdicts } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { mirrorFiles } from '../../upstreams/mirror-files.generated.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const slugs = ['svc-pfas-occurrence', 'svc-nei-emissions-nearby', 'svc-workplace-employment-context'] as const;
const { raleigh, biloxi, chicago, philadelphia } = samplePlaces;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

interface Sold extends Answer {
  readonly kind: string;
  readonly charged: boolean;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each route has facts of its own
  readonly facts?: any;
}

/** What an unpaid call says, and what a paid one would be sold, held against the published schema. */
async function call(slug: string, given: object, at: TestHouse = house): Promise<Sold> {
  const tool = at.house.registry.paidTool(slug) as PaidTool;
  const input = tool.input.parse(given) as Readonly<Record<string, unknown>>;
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const prepared = await at.house.pipeline.prepare(tool, input, options);
  if (!('ctx' in prepared)) return { charged: false, kind: 'coverage_diagnostic', ...prepared.answer } as Sold;
  const ctx = prepared.ctx as never;
  const { ready } = await tool.preflight(ctx, input as never);
  const outcome = await tool.run(ctx, input as never);
  expect(outcome.charge).toBe(ready);
  const body = (outcome.charge ? outcome.body : outcome.diagnostic) as Sold;
  expect(tool.output.safeParse(body).error?.issues).toBeUndefined();
  expect([body.charged, body.kind.endsWith('_diagnostic')]).toEqual([ready, !ready]);
  return body;
}

/** Loads the stand-in file of a dataset again as a copy of another day, or other lines in its place. */
async function reload(at: TestHouse, id: string, change: { retrievedAt?: string; content?: string; part?: string }) {
  const dataset = datasets.find((entry) => entry.id === id);
  const file = mirrorFiles.find((entry) => entry.dataset === id);
  if (!dataset || !file) throw new Error(id);
  const path = join(at.directory, file.name);
  writeFileSync(path, change.content ?? file.content);
  const part = change.part ?? file.part;
  await loadDataset(dataset, path, {
    directory: join(at.directory, 'mirror'),
    retrievedAt: change.retrievedAt ?? '2026-11-20T12:00:00Z',
    synthetic: true,
    ...(part !== undefined && { part }),
  });
}

/** A house of its own for what changes its files. */
async function withHouse(run: (own: TestHouse) => Promise<void>, options: Parameters<typeof openHouse>[0] = {}) {
  const own = await openHouse(options);
  try {
    await run(own);
  } finally {
    await own.close();
  }
}

describe.each(slugs)('%s', (slug) => {
  const example = () => (house.house.registry.paidTool(slug) as PaidTool).examples[0]?.arguments ?? {};

  test('is sold over REST alone, with every fact cited and nothing of people', async () => {
    const tool = house.house.registry.paidTool(slug) as PaidTool;
    expect([tool.kind, tool.paid.restOnly, tool.paid.priceUsdc]).toEqual(['atomic', true, '0.01']);
    const body = await call(slug, example());
    expect([body.charged, body.state]).toEqual([true, 'found']);
    expect(uncitedLeaves(body)).toEqual([]);
    expect(verdicts(body)).toEqual([]);
    expect([...stringsOf(body)].join(' ')).not.toMatch(/planted|555-0199/i);
    expect(JSON.stringify(body).length).toBeLessThan(12_000);
  });

  test('is free where the mirror holds nothing, and names what to load', () =>
    withHouse(
      async (own) => {
        const body = await call(slug, example(), own);
        expect([body.charged, body.state]).toEqual([false, 'unavailable']);
        expect(body.message).toMatch(/^Not charged: .*could not be read/);
        expect(body.searched.some(({ reason }) => reason?.includes('mirror sync'))).toBe(true);
        expect('facts' in body).toBe(false);
      },
      { mirrors: false },
    ));

  test('is free where the place is not known', async () => {
    expect(await call(slug, { address: 'nowhere in particular' })).toMatchObject({
      charged: false,
      state: 'unresolved',
    });
  });
});

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

describe('svc-nei-emissions-nearby', () => {
  const slug = 'svc-nei-emissions-nearby';
  const at = { latitude: raleigh.latitude, longitude: raleigh.longitude };

  test('adds up by pollutant and unit, nearest facility first; the full matrix only where it is asked for', async () => {
    const summary = await call(slug, at);
    expect(summary.facts.inventory).toMatchObject({ year: 2023, facilities: 2, pollutants: 7 });
    expect(summary.facts.facilities.map(({ name }: { name: string }) => name)).toEqual([
      'SYNTHETIC POWER',
      'SYNTHETIC ASPHALT PLANT',
    ]);
    expect(summary.facts.totals.map(({ code }: { code: string }) => code)).toEqual(['CO', 'NOX', 'VOC', '7439921']);
    expect(summary.facts.totals[1]).toMatchObject({ amount: 14.75, unit: 'short tons per year', facilities: 2 });
    expect(summary.facts).toMatchObject({ furtherPollutants: 3, facilities: [{ furtherPollutants: 1 }, {}] });

    const full = await call(slug, { ...at, detailLevel: 'full', radiusMeters: 10_000 });
    expect(full.facts.inventory).toMatchObject({ facilities: 3, pollutants: 9 });
    expect(full.facts.facilities[1].emissions).toHaveLength(7);
    expect(full.facts).not.toHaveProperty('furtherPollutants');
    const carbon = full.facts.totals.find(({ code }: { code: string }) => code === 'CO2');
    // listed without an amount: not zero
    expect([carbon.amount, carbon.withoutAmount]).toEqual([undefined, 1]);
  });

  test('is free where no facility lies within the radius, and where the year is not loaded', async () => {
    const none = await call(slug, { ...at, radiusMeters: 100 });
    expect(none).toMatchObject({ charged: false, state: 'empty' });
    const unloaded = await call(slug, { ...at, year: 2020 });
    expect(unloaded).toMatchObject({ charged: false, state: 'unavailable' });
    expect(unloaded.searched[0]?.reason).toContain('mirror sync epa-nei-facilities --part 2020');
  });

  test('one year does not hide or fill another', () =>
    withHouse(async (own) => {
      const content =
        'fips code,eis facility id,site name,naics code,site latitude,site longitude,pollutant code,pollutant desc,total emissions,emissions uom\n' +
        '37183,8124999,SYNTHETIC KILN,327310,35.7790,-78.6420,SO2,Sulfur Dioxide,7,TON\n';
      await reload(own, 'epa-nei-facilities', { content, part: '2020' });
      const old = await call(slug, { ...at, year: 2020 }, own);
      expect(old).toMatchObject({ charged: true, state: 'found', facts: { inventory: { year: 2020, facilities: 1 } } });
      expect((await call(slug, at, own)).facts.inventory).toMatchObject({ year: 2023, facilities: 2 });
    }));

  test('refuses a year without an inventory and a level that does not exist', () => {
    const { input } = house.house.registry.paidTool(slug) as PaidTool;
    expect(input.safeParse({ ...at, year: 2022 }).error?.issues[0]?.path).toEqual(['year']);
    expect(input.safeParse({ ...at, detailLevel: 'all' }).error?.issues[0]?.path).toEqual(['detailLevel']);
  });
});

describe('svc-workplace-employment-context', () => {
  const slug = 'svc-workplace-employment-context';
  const at = { latitude: raleigh.latitude, longitude: raleigh.longitude };

  test('adds up the blocks whose point lies within the radius, sector by sector', async () => {
    const { facts } = await call(slug, at);
    expect(facts.area).toMatchObject({ radiusMeters: 1000, blocks: 3 });
    expect(facts.employment).toMatchObject({ year: '2023', jobs: 424, blocksWithJobs: 2 });
    expect(facts.monthlyEarnings).toMatchObject({ jobsTo1250Usd: 41, jobs1251To3333Usd: 113, jobsOver3333Usd: 270 });
    expect(facts.sectors).toHaveLength(20);
    expect(facts.sectors[0]).toMatchObject({ naics: '11', jobs: 44 });
    const wider = await call(slug, { ...at, radiusMeters: 2500 });
    expect(wider.facts.employment).toMatchObject({ jobs: 514, blocksWithJobs: 3 });
    expect(wider.facts.sectors[19]).toMatchObject({ naics: '92', jobs: 110 });
  });

  test('is free where no block with jobs lies within the radius', async () => {
    const empty = { latitude: 35.7779, longitude: -78.65, radiusMeters: 460 };
    const body = await call(slug, empty);
    expect(body).toMatchObject({ charged: false, state: 'empty' });
    const nowhere = await call(slug, { latitude: 35.5, longitude: -79, radiusMeters: 250 });
    expect(nowhere).toMatchObject({ charged: false, state: 'empty' });
  });

  test('is free where the file of a state that the circle touches is not loaded or is stale', async () => {
    const chicagoBody = await call(slug, { address: chicago.address });
    expect(chicagoBody.searched[0]?.reason).toContain('mirror sync lodes-blocks --part il');
    expect(chicagoBody.charged).toBe(false);
    // North Carolina, 900 m from the line of Virginia
    const border = { latitude: 36.535, longitude: -79.4 };
    expect((await call(slug, { ...border, radiusMeters: 5000 })).searched[0]?.reason).toContain('--part va');
    await withHouse(async (own) => {
      await reload(own, 'lodes-workplace', { retrievedAt: '2024-09-01T12:00:00Z' });
      expect(await call(slug, at, own)).toMatchObject({ charged: false, state: 'stale' });
    });
  });

  test('keeps the radius of the specification', () => {
    const { input } = house.house.registry.paidTool(slug) as PaidTool;
    for (const [radiusMeters, allowed] of [
      [249, false],
      [250, true],
      [5000, true],
      [5001, false],
    ] as const)
      expect(input.safeParse({ ...at, radiusMeters }).success, String(radiusMeters)).toBe(allowed);
  });
});
