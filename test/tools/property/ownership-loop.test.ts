import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_ownership_loop';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

type Dates = readonly { date: string; daysFromToday: number; what: string; citation: string }[];
type Checks = readonly { check: string; says: string; tool: string; citation: string }[];

describe(tool, () => {
  it('tells what each check said, with its tool and a source, and the days to come in order', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    const dates = answer.facts?.dates as Dates;
    expect(dates.map(({ date }) => date)).toEqual(dates.map(({ date }) => date).toSorted());
    expect(dates[0]).toEqual({
      date: '2026-12-15',
      daysFromToday: 24,
      what: 'disaster aid, last filing date, DR-4827-NC',
      citation: 'c5',
    });
    expect(dates.some(({ what }) => what.startsWith('property tax'))).toBe(true);
    const checks = answer.facts?.checks as Checks;
    for (const { tool: name, says, citation } of checks) {
      const alone = await service.call(name, argumentsOf(name));
      expect(alone.summary.slice(0, 80)).toBe(says.slice(0, 80));
      expect(Object.keys(answer.citations)).toContain(citation);
    }
    expect(checks.find(({ tool: name }) => name === 'svc_appeal_window')).toEqual({
      check: 'assessment appeal',
      changes: 'each assessment notice',
      verification: 'statute_text',
      says: 'North Carolina, County Board of Equalization and Review: before the county board adjourns; the county publishes the day: set locally.',
      tool: 'svc_appeal_window',
      citation: 'c3',
    });
    expect(answer.summary).toMatch(/^Next date: 2026-12-15 \(disaster aid, last filing date\)\. 9 checks/);
  });

  it('gives each check its own state and reason', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(pick(answer.components, 'taxCalendar', 'disasterAid', 'developmentNearby', 'floodMap')).toMatchObject({
      taxCalendar: {
        state: 'not_covered',
        reason:
          'Table of property tax dates queried for 140 LAMEUSE ST, BILOXI, MS, 39530 as of 2026-11-21: no row that was read in a statute or on an official page.',
      },
      disasterAid: {
        state: 'empty',
        reason:
          'OpenFEMA lists no declaration for Harrison County, MS since 2025-05-21 and none whose registration is still open; no open recovery center listed.',
      },
      developmentNearby: {
        state: 'not_covered',
        reason: 'No development case source was queried for 140 LAMEUSE ST, BILOXI, MS, 39530: none is wired here.',
      },
      floodMap: { state: 'found', tool: 'svc_flood_zone' },
    });
    // three of nine checks brought facts: that is a part of what was queried
    expect(answer.state).toBe('partial');
    expect(answer.summary).toMatch(/without facts: tax calendar/);
  });

  it.each([[{ state: 'NC', countyFips3: '183' }], [{ zip: '27601' }]])(
    'for %j makes the checks that need no address and says which it did not make',
    async (args) => {
      const answer = await service.call(tool, args);
      // four of nine checks brought facts
      expect(answer.state).toBe('partial');
      expect(answer.components).toMatchObject({
        taxCalendar: { state: 'found' },
        appealWindow: { state: 'found' },
        programWindows: { state: 'found' },
        disasterAid: { state: 'found' },
        recordingNotices: {
          state: 'not_covered',
          reason: 'The table of recording notices has no row for Wake County, NC.',
        },
        permitsNearby: { state: 'unresolved', reason: 'not queried: needs an address or a point' },
        developmentNearby: { state: 'unresolved', reason: 'not queried: needs an address or a point' },
        councilMatters: { state: 'unresolved', reason: 'not queried: needs an address or a point' },
        floodMap: { state: 'unresolved', reason: 'not queried: needs an address or a point' },
      });
      expect(answer.summary).toMatch(/4 need an address/);
    },
  );

  it('is partial where a source of one check fails, and keeps the others', async () => {
    const answer = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: chicago });
    expect(answer.state).toBe('partial');
    expect(answer.components?.floodMap).toMatchObject({
      state: 'unavailable',
      reason: "FEMA's effective flood map could not be read, so the flood zone of the point is unknown.",
    });
    const checks = (answer.facts?.checks ?? []) as Checks;
    expect(checks.map(({ check }) => check)).toContain('council matters');
  });

  it('names no one', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(JSON.stringify(answer)).not.toMatch(/planted|owner_name/i);
  });

  it.each([[{}], [{ state: 'NC' }], [{ address: raleigh, radiusMeters: 2001 }], [{ address: raleigh, owner: 'x' }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ status: 400 });
    },
  );
});

/** The same question to one tool alone. */
function argumentsOf(name: string) {
  if (name === 'svc_program_windows') return { place: raleigh, withinDays: 365 };
  if (name === 'svc_fraud_alert_pointer') return { place: raleigh };
  if (name === 'svc_metro_permits')
    return { latitude: 35.7783, longitude: -78.6431, radiusMeters: 800, sinceDate: '2026-08-23' };
  if (name === 'svc_development_cases') return { address: raleigh, radiusMeters: 800 };
  return { address: raleigh };
}
