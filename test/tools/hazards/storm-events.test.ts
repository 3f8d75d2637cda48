import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageUsd, stormDate } from '../../../src/mirror/datasets/ncei-storm-events.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { zoneStorms } from '../../../src/mirror/queries/storms.ts';
import { pick } from '../../answers.ts';
import { testDay } from '../../clock.ts';
import { openService, type TestService } from '../../harness.ts';
import { datasetOf } from '../../mirror/dataset-of.ts';
import { mirrorFiles } from '../../upstreams/mirror-files.generated.ts';
import { askWith, listOf } from '../ask.ts';
import { askWithLines } from '../mirror-lines.ts';
import { reload } from '../paid/mirrored.ts';

const storms = datasetOf('ncei-storm-events');
const zones = datasetOf('nws-zone-county');

const tool = 'svc_storm_events';
const wake = { stateFips: '37', countyFips3: '183' };
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('adds up county reports by type and keeps forecast zones apart', async () => {
    const answer = await service.call(tool, wake);
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      // the graver one first, though it ends later
      alerts: [
        { event: 'Flood Watch', severity: 'Severe', endsAt: '2026-11-22T13:00:00.000Z', citation: 'c4' },
        { event: 'Wind Advisory', severity: 'Moderate', endsAt: '2026-11-21T23:00:00.000Z', citation: 'c4' },
      ],
      countyEvents: [
        {
          eventType: 'Thunderstorm Wind',
          count: 2,
          latestOn: '2023-07-01',
          injuriesDirect: 1,
          damagePropertyUsd: 25_000,
          withoutDamageFigure: 0,
          deathsDirect: 0,
          citation: 'c1',
        },
        {
          eventType: 'Hail',
          count: 1,
          withoutDamageFigure: 1,
          latestOn: '2022-05-06',
          deathsDirect: 0,
          injuriesDirect: 0,
          citation: 'c1',
        },
        {
          eventType: 'Tornado',
          damagePropertyUsd: 1_500_000,
          count: 1,
          latestOn: '2024-01-05',
          deathsDirect: 0,
          injuriesDirect: 0,
          withoutDamageFigure: 0,
          citation: 'c1',
        },
      ],
      newest: [
        {
          eventType: 'Tornado',
          tornadoScale: 'EF1',
          date: '2024-01-05',
          damagePropertyUsd: 1_500_000,
          citation: 'c1',
        },
        {
          windKnots: 52,
          eventType: 'Thunderstorm Wind',
          date: '2023-07-01',
          damagePropertyUsd: 25_000,
          citation: 'c1',
        },
        { windKnots: 50, eventType: 'Thunderstorm Wind', date: '2023-07-01', damagePropertyUsd: 0, citation: 'c1' },
        { hailInches: 1.75, eventType: 'Hail', date: '2022-05-06', citation: 'c1' },
      ],
      zones: { names: ['NC041 Wake'], citation: 'c1' },
      zoneEvents: [
        {
          eventType: 'Winter Storm',
          count: 1,
          latestOn: '2025-02-10',
          deathsDirect: 0,
          injuriesDirect: 0,
          withoutDamageFigure: 1,
          citation: 'c1',
        },
      ],
      modelledRates: [
        { hazard: 'tornado', eventsPerYear: 1.13, expectedAnnualLossUsd: 90004, citation: 'c2' },
        { hazard: 'hail', eventsPerYear: 0.25, expectedAnnualLossUsd: 20001, citation: 'c2' },
        { hazard: 'strong wind', eventsPerYear: 1, expectedAnnualLossUsd: 80003, citation: 'c2' },
        { hazard: 'hurricane', eventsPerYear: 0.5, expectedAnnualLossUsd: 40002, citation: 'c2' },
        { hazard: 'winter weather', eventsPerYear: 1.38, expectedAnnualLossUsd: 110004, citation: 'c2' },
      ],
      preliminary: {
        from: '2026-08-23',
        until: '2026-11-21',
        kinds: [
          { kind: 'HAIL', count: 2, latestOn: '2026-11-18', largest: 1.75, unit: 'INCH' },
          { kind: 'TSTM WND DMG', count: 1, latestOn: '2026-11-01' },
        ],
        citation: 'c3',
      },
    });
  });

  it('never reads a zone number as a county code, and keeps no narrative', async () => {
    const text = JSON.stringify(await service.call(tool, wake));
    expect(text).not.toMatch(/PLANTED|7000000|9900000000/);
  });

  it('says that a report without a figure is not zero damage', async () => {
    const answer = await service.call(tool, wake);
    const types = (answer.facts?.countyEvents ?? []) as readonly Record<string, unknown>[];
    const hail = types.find(({ eventType }) => eventType === 'Hail');
    expect(hail).toEqual({
      withoutDamageFigure: 1,
      eventType: 'Hail',
      count: 1,
      latestOn: '2022-05-06',
      deathsDirect: 0,
      injuriesDirect: 0,
      citation: 'c1',
    });
    expect(hail?.damagePropertyUsd).toBeUndefined();
  });

  it('keeps alerts that are no test and reach the county, and says where they could not be read', async () => {
    const wakeEvents = ((await service.call(tool, wake)).facts?.alerts ?? []) as readonly { event: string }[];
    expect(wakeEvents.map(({ event }) => event)).toEqual(['Flood Watch', 'Wind Advisory']);
    const none = await service.call(tool, { stateFips: '17', countyFips3: '031' });
    expect([none.components?.alerts?.state, none.facts?.alerts]).toEqual(['empty', undefined]);
    // an alert that names no county can reach this one
    const unnamed = (body: unknown) => {
      const { features, ...rest } = body as { features: { properties: object }[] };
      const [first, ...others] = features;
      return { ...rest, features: [{ properties: { ...first?.properties, geocode: {} } }, ...others] };
    };
    const partial = await askWith({ 'nws-alerts': { edit: unnamed } }, tool, wake);
    expect(partial.components?.alerts?.state).toBe('partial');
    const failed = await askWith({ 'nws-alerts': 'html200' }, tool, wake);
    expect(failed.components?.alerts?.state).toBe('unavailable');
    expect(failed.summary).toMatch(/; alerts in force could not be read\.$/);
  });

  it('finds a county by name as by code', async () => {
    const answer = await service.call(tool, { stateFips: '37', countyName: 'Wake County' });
    expect(answer.facts).toEqual((await service.call(tool, wake)).facts);
  });

  it("reads Connecticut under the old county's code when queried by planning region", async () => {
    const answer = await service.call(tool, { stateFips: '09', countyName: 'Hartford' });
    expect(answer.facts).toEqual({
      countyEvents: [
        {
          eventType: 'Hail',
          count: 1,
          latestOn: '2026-03-01',
          deathsDirect: 0,
          injuriesDirect: 0,
          withoutDamageFigure: 1,
          citation: 'c1',
        },
      ],
      zoneEvents: [
        {
          eventType: 'High Wind',
          count: 1,
          latestOn: '2026-03-02',
          deathsDirect: 0,
          injuriesDirect: 0,
          withoutDamageFigure: 1,
          citation: 'c1',
        },
      ],
      newest: [{ eventType: 'Hail', date: '2026-03-01', hailInches: 0.88, citation: 'c1' }],
      zones: { names: ['CT002 Hartford'], citation: 'c1' },
    });
  });

  it('gives the modelled rates alone where no report is on file', async () => {
    const answer = await service.call(tool, { stateFips: '17', countyFips3: '031' });
    expect(answer.components?.countyEvents).toEqual({ state: 'empty' });
    expect(answer.summary).toMatch(/files of 2022 to 2026, all that is loaded, hold no report for Cook County/);
  });

  it('says nothing of years that were never loaded, and names those that were', async () => {
    const partly = await openService({ mirrors: false });
    try {
      const folder = mkdtempSync(join(tmpdir(), 'storms-'));
      for (const { dataset, name, content, part } of mirrorFiles) {
        if (!(dataset === 'nws-zone-county' || (dataset === 'ncei-storm-events' && part === '2026'))) continue;
        writeFileSync(join(folder, name), content);
        await loadDataset(dataset === 'nws-zone-county' ? zones : storms, join(folder, name), {
          directory: join(partly.directory, 'mirror'),
          retrievedAt: testDay,
          ...(part !== undefined && { part }),
        });
      }
      rmSync(folder, { recursive: true });
      const answer = await partly.call(tool, wake);
      expect(answer.components?.countyEvents?.state).toBe('unavailable');
      expect(answer.components?.countyEvents?.reason).toMatch(/not loaded: 2022, 2023, 2024, 2025/);
      expect(answer.searched[0]?.period).toMatch(/^2026;/);
      expect(answer.summary).toMatch(
        /files of 2026, all that is loaded, hold no report .* what other years hold is unknown/,
      );
      expect(answer.summary).not.toMatch(/2022/);
    } finally {
      await partly.close();
    }
  });

  it('has no zero for a planning region whose reports are filed under the old counties', async () => {
    const answer = await service.call(tool, { stateFips: '09', countyFips3: '110' });
    expect(answer.components?.countyEvents?.state).toBe('unresolved');
    expect(answer.components?.countyEvents?.reason).toMatch(/Hartford County \(09003\), Tolland County \(09013\)/);
    expect(answer.summary).not.toMatch(/\b0 reports|no report for/);
    expect(answer.subject?.candidates?.map(({ countyFips }) => countyFips)).toEqual(['09003', '09013']);
  });

  it('names the command where the files are not loaded, and is unavailable where the index fails too', async () => {
    const answer = await askWith(
      { 'fema-nri': 'http500', 'iem-local-storm-reports': 'http500', 'nws-alerts': 'http500' },
      tool,
      wake,
    );
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toMatch(/place-records mirror sync ncei-storm-events/);
    const withRates = await askWith({}, tool, wake);
    expect(withRates.state).toBe('partial');
    expect(withRates.summary).toMatch(
      /reports of Wake County, NC are unknown.*; 3 preliminary reports in the last 90 days/,
    );
  });

  it('lists six types of the county and of its zones, the most frequent first, and counts the others', async () => {
    const header =
      'BEGIN_YEARMONTH,BEGIN_DAY,EVENT_ID,STATE_FIPS,YEAR,EVENT_TYPE,CZ_TYPE,CZ_FIPS,DEATHS_DIRECT,INJURIES_DIRECT,DAMAGE_PROPERTY,MAGNITUDE,TOR_F_SCALE';
    const reports = (kind: 'C' | 'Z', area: number, types: number) =>
      Array.from({ length: types }, (_, at) =>
        Array.from({ length: types - at }, () => `202603,${10 + at},1,37,2026,Type ${at},${kind},${area},1,2,,,`),
      ).flat();
    const wakeWith = (types: number) =>
      askWithLines(
        {
          dataset: 'ncei-storm-events',
          part: '2026',
          lines: [header, ...reports('C', 183, types), ...reports('Z', 41, types + 1)],
        },
        tool,
        wake,
      );
    const { facts, summary } = await wakeWith(12);
    expect(listOf(facts, 'countyEvents')).toEqual(
      Array.from({ length: 6 }, (_, at) => ({
        eventType: `Type ${at}`,
        count: 12 - at,
        latestOn: `2026-03-${10 + at}`,
        deathsDirect: 12 - at,
        injuriesDirect: 2 * (12 - at),
        withoutDamageFigure: 12 - at,
        citation: 'c1',
      })),
    );
    // three types of the other years, and a winter storm in the zone
    expect([facts?.countyTypesLeftOut, facts?.zoneTypesLeftOut]).toEqual([9, 8]);
    expect(listOf(facts, 'zoneEvents').map(({ eventType, count }) => [eventType, count])).toEqual(
      Array.from({ length: 6 }, (_, at) => [`Type ${at}`, 13 - at]),
    );
    expect(listOf(facts, 'newest').map(({ eventType, date }) => [eventType, date])).toEqual([
      ['Type 11', '2026-03-21'],
      ['Type 10', '2026-03-20'],
      ['Type 10', '2026-03-20'],
      ['Type 9', '2026-03-19'],
    ]);
    expect(summary).toEqual(
      '2 alerts in force now ("Flood Watch", "Wind Advisory"). The Storm Events files of 2022 to 2026, all that is loaded, hold 82 reports for Wake County, NC, and 92 for its forecast zones; 3 preliminary reports in the last 90 days.',
    );
    const few = (await wakeWith(3)).facts;
    expect([listOf(few, 'countyEvents').length, few?.countyTypesLeftOut]).toEqual([6, undefined]);
    expect([listOf(few, 'zoneEvents').length, few?.zoneTypesLeftOut]).toEqual([5, undefined]);
  });

  it('says what was searched, what it brought, and where the reports stand', async () => {
    const answer = await service.call(tool, wake);
    expect(pick(answer, 'summary', 'components', 'searched', 'verifyNext')).toEqual({
      summary:
        '2 alerts in force now ("Flood Watch", "Wind Advisory"). The Storm Events files of 2022 to 2026, all that is loaded, hold 4 reports for Wake County, NC, and 1 for its forecast zones; 3 preliminary reports in the last 90 days.',
      searched: [
        {
          source: 'Storm Events Database, details (NOAA National Centers for Environmental Information), mirrored file',
          area: 'Wake County, NC',
          period: '2022 to 2026; reports are about 80 days late',
          recordScope: 'reports filed under the county',
          state: 'found',
        },
        {
          source: 'Storm Events Database, details (NOAA National Centers for Environmental Information), mirrored file',
          area: 'forecast zones of Wake County, NC',
          period: '2022 to 2026; reports are about 80 days late',
          recordScope: 'reports filed under a forecast zone',
          state: 'found',
        },
        {
          source: 'National Risk Index, counties (frequencies and expected losses)',
          area: 'Wake County, NC',
          recordScope: 'annualized frequency and expected annual loss',
          state: 'found',
        },
        {
          source: 'NWS Local Storm Reports (archive of the Iowa Environmental Mesonet)',
          area: 'Wake County, NC',
          period: '2026-08-23 to 2026-11-21',
          recordScope: 'local storm reports, preliminary',
          state: 'found',
        },
        {
          source: 'Active alerts of the National Weather Service',
          area: 'Wake County, NC',
          period: 'now',
          recordScope: 'alerts in force',
          state: 'found',
        },
      ],
      verifyNext: [
        {
          action: 'Search reports with their places and narratives',
          with: 'NOAA Storm Events Database',
          url: 'https://www.ncei.noaa.gov/stormevents/',
        },
      ],
      components: {
        countyEvents: { state: 'found' },
        zoneEvents: { state: 'found' },
        modelledRates: { state: 'found' },
        preliminary: { state: 'found' },
        alerts: { state: 'found' },
      },
    });
    const cook = await service.call(tool, { stateFips: '17', countyFips3: '031' });
    expect(pick(cook, 'summary', 'components', 'facts')).toEqual({
      summary:
        'The Storm Events files of 2022 to 2026, all that is loaded, hold no report for Cook County, IL, and none for its forecast zones; no preliminary report in the last 90 days; no alert in force now.',
      components: {
        countyEvents: { state: 'empty' },
        zoneEvents: { state: 'empty' },
        modelledRates: { state: 'empty' },
        preliminary: { state: 'empty' },
        alerts: { state: 'empty' },
      },
    });
  });

  it('lists six forecast zones of the county', async () => {
    const own = await openService();
    try {
      const zones = Array.from(
        { length: 8 },
        (_, at) => `NC|0${41 + at}|RAH|Zone ${at}|NC0${41 + at}|Wake|37183|E|C|35.79|-78.65`,
      );
      await reload(own, 'nws-zone-county', { content: [...zones, ''].join('\n') });
      const { facts } = await own.call(tool, wake);
      expect(facts?.zones).toEqual({
        names: ['NC041 Zone 0', 'NC042 Zone 1', 'NC043 Zone 2', 'NC044 Zone 3', 'NC045 Zone 4', 'NC046 Zone 5'],
        citation: 'c1',
      });
    } finally {
      await own.close();
    }
  });

  it.each([{ state: 'NC', countyName: 'Wake' }, { stateFips: '37' }, { stateFips: 'NC', countyName: 'Wake' }])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});

describe('values of the files', () => {
  it.each([
    ['25.00K', 25_000],
    ['1.5M', 1_500_000],
    ['.5B', 500_000_000],
    ['0.00K', 0],
    ['12', 12],
    ['', undefined],
    ['K', undefined],
    [null, undefined],
  ])('damage %j', (text, dollars) => {
    expect(damageUsd(text)).toBe(dollars);
  });

  it('dates', () => {
    expect(stormDate('202601', '5')).toBe('2026-01-05');
    expect(stormDate('202613', '5')).toBeUndefined();
    expect(stormDate('202601', '')).toBeUndefined();
  });
});

const shared = join(import.meta.dirname, '../../../../shared');
const zoneFile = join(shared, 'data/nws-zone-county/zones_to_counties.csv');
const stormFile = join(shared, 'samples/federal/ncei-storm-events/details-episode-209121.csv');

describe.skipIf(!existsSync(zoneFile) || !existsSync(stormFile))('real files (../shared absent: skipped)', () => {
  it('joins reports of a forecast zone to the county', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'storms-'));
    try {
      const options = { directory, retrievedAt: '2026-11-20T00:00:00Z' };
      // the copy at hand is comma-separated; the official file uses bars
      const piped = join(directory, 'bp.dbx');
      writeFileSync(piped, readFileSync(zoneFile, 'utf8').replaceAll(',', '|'));
      const loaded = await loadDataset(zones, piped, options);
      expect(loaded.rows).toBeGreaterThan(4000);
      await loadDataset(storms, stormFile, { ...options, part: '2026' });
      const mirror = new Mirror({ directory, datasets: [zones, storms], clock: () => new Date('2026-11-21') });
      const barnstable = { fips: '25001', name: 'Barnstable County', vintage: 'counties' as const };
      const found = zoneStorms(mirror, [barnstable]);
      expect(found, JSON.stringify(found)).toEqual({
        state: 'partial',
        data: {
          events: [
            { eventType: 'Heavy Snow', date: '2026-01-25', damagePropertyUsd: 0, deathsDirect: 0, injuriesDirect: 0 },
          ],
          zones: ['MA022 Barnstable'],
        },
        citation: {
          sourceName:
            'Storm Events Database, details (NOAA National Centers for Environmental Information), mirrored file',
          sourceUrl: 'https://www.ncei.noaa.gov/stormevents/',
          sourceDate: '2026-01-25',
          fetchedAt: '2026-11-20T00:00:00Z',
        },
        reason: 'not loaded: 2022, 2023, 2024, 2025',
        missing: 'parts',
      });
      mirror.close();
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
