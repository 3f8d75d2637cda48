import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns, withRows } from '../../upstreams/edits.ts';
import { askWith } from '../ask.ts';

const tool = 'svc_water_systems';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('counts by type and lists the largest first', async () => {
    const answer = await service.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.state).toBe('found');
    expect(answer.facts?.totals).toEqual({
      count: 3,
      communitySystemCount: 2,
      nonTransientSystemCount: 0,
      transientSystemCount: 1,
      withViolationCount: 2,
      citation: 'c1',
    });
    expect(answer.facts?.systems).toEqual([
      {
        pwsId: 'NC9900001',
        name: 'MADE-UP CITY OF RALEIGH',
        type: 'Community water system',
        primarySource: 'Surface water',
        populationServed: 612_000,
        citiesServed: 'SYNTHETIC',
        quartersWithViolations: 1,
        currentViolation: 'No',
        seriousViolator: 'No',
        reportUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NC9900001',
        citation: 'c1',
      },
      {
        pwsId: 'NC9900002',
        name: 'MADE-UP MOBILE HOME PARK',
        type: 'Community water system',
        primarySource: 'Surface water',
        populationServed: 240,
        citiesServed: 'SYNTHETIC',
        quartersWithViolations: 5,
        currentViolation: 'Yes',
        seriousViolator: 'No',
        reportUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NC9900002',
        citation: 'c1',
      },
      {
        pwsId: 'NC9900003',
        name: 'MADE-UP ROADSIDE CAFE',
        type: 'Transient non-community system',
        primarySource: 'Ground water',
        populationServed: 40,
        citiesServed: 'SYNTHETIC',
        quartersWithViolations: 0,
        currentViolation: 'No',
        seriousViolator: 'No',
        reportUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NC9900003',
        citation: 'c1',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it("asks by Connecticut's former county", async () => {
    expect(pick(await service.call(tool, { state: 'CT', county: 'Hartford' }), 'state', 'facts')).toEqual({
      state: 'found',
      facts: {
        totals: {
          count: 1,
          communitySystemCount: 1,
          nonTransientSystemCount: 0,
          transientSystemCount: 0,
          withViolationCount: 0,
          citation: 'c1',
        },
        systems: [
          {
            pwsId: 'CT9900001',
            name: 'MADE-UP METROPOLITAN DISTRICT',
            type: 'Community water system',
            primarySource: 'Surface water',
            populationServed: 390_000,
            citiesServed: 'SYNTHETIC',
            quartersWithViolations: 0,
            currentViolation: 'No',
            seriousViolator: 'No',
            reportUrl: 'https://echo.epa.gov/detailed-facility-report?fid=CT9900001',
            citation: 'c1',
          },
        ],
      },
    });
  });

  it('is empty for a county without systems', async () => {
    expect(pick(await service.call(tool, { state: 'MS', county: 'Harrison' }), 'state', 'summary', 'facts')).toEqual({
      state: 'empty',
      summary: 'EPA lists no active public water system for Harrison County.',
    });
  });

  it.each(['http500', 'error200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    const answer = await askWith({ 'epa-sdw': fault }, tool, { state: 'NC', county: 'Wake' });
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).toBe("EPA's list of public water systems could not be read for Wake County.");
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ state: 'NC' }], [{ state: 'North Carolina', county: 'Wake' }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the largest systems and counts the further ones', async () => {
    const more = withRows(40, (_, at) => ({ PWSId: `NC99010${String(at).padStart(2, '0')}` }));
    const { facts = {} } = await askWith({ 'epa-sdw': more }, tool, { state: 'NC', county: 'Wake' });
    expect(pick(facts, 'totals', 'leftOut')).toEqual({
      totals: {
        count: 40,
        communitySystemCount: 39,
        nonTransientSystemCount: 0,
        transientSystemCount: 1,
        withViolationCount: 39,
        citation: 'c1',
      },
      leftOut: 34,
    });
    expect(facts.systems).toHaveLength(6);
    const six = withRows(6, (_, at) => ({
      PWSId: `NC99010${String(at).padStart(2, '0')}`,
      PWSTypeCode: 'NTNCWS',
      PopulationServedCount: null,
    }));
    const all = await askWith({ 'epa-sdw': six }, tool, { state: 'NC', county: 'Wake' });
    expect(pick(all.facts, 'totals', 'leftOut')).toEqual({
      totals: {
        count: 6,
        communitySystemCount: 2,
        nonTransientSystemCount: 3,
        transientSystemCount: 1,
        withViolationCount: 5,
        citation: 'c1',
      },
    });
    const unpeopled = withColumns({ PopulationServedCount: null });
    expect((await askWith({ 'epa-sdw': unpeopled }, tool, { state: 'NC', county: 'Wake' })).summary).toBe(
      'EPA lists 3 active public water systems for Wake County, 2 of them community systems; 2 had a violation in the last 12 quarters.',
    );
  });
});
