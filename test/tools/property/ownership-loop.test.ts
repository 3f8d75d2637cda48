import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_ownership_loop';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

type Dates = readonly { date: string; daysFromToday: number; what: string; citation: string }[];
type Checks = readonly { check: string; says: string; tool: string; citation: string }[];

describe(tool, () => {
  it('tells what each check said, with its tool and a source, and the days to come in order', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    const dates = answer.facts?.dates as Dates;
    expect(dates.map(({ date }) => date)).toEqual(dates.map(({ date }) => date).toSorted());
    expect(dates[0]).toMatchObject({
      date: '2026-12-15',
      daysFromToday: 24,
      what: expect.stringMatching(/DR-4827-NC/),
    });
    expect(dates.some(({ what }) => what.startsWith('property tax'))).toBe(true);
    const checks = answer.facts?.checks as Checks;
    for (const { tool: name, says, citation } of checks) {
      const alone = await house.call(name, argumentsOf(name));
      expect(alone.summary.slice(0, 80)).toBe(says.slice(0, 80));
      expect(Object.keys(answer.citations)).toContain(citation);
    }
    expect(checks.find(({ tool: name }) => name === 'svc_appeal_window')).toMatchObject({ verification: 'secondary' });
    expect(answer.summary).toMatch(/the next date is 2026-12-15 \(disaster aid, last filing date\)/);
  });

  it('gives each check its own state and reason', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.components).toMatchObject({
      taxCalendar: { state: 'not_covered' },
      disasterAid: { state: 'empty' },
      developmentNearby: { state: 'not_covered' },
      floodMap: { state: 'found' },
    });
    expect(answer.state).toBe('found');
    expect(answer.summary).toMatch(/without facts: tax calendar/);
  });

  it.each([[{ state: 'NC', countyFips3: '183' }], [{ zip: '27601' }]])(
    'for %j makes the checks that need no address and says which it did not make',
    async (args) => {
      const answer = await house.call(tool, args);
      expect(answer.state).toBe('found');
      expect(answer.components).toMatchObject({
        taxCalendar: { state: 'found' },
        floodMap: { state: 'unresolved', reason: expect.stringMatching(/needs an address/) },
      });
      expect(answer.summary).toMatch(/4 need an address/);
    },
  );

  it('is partial where a source of one check fails, and keeps the others', async () => {
    const answer = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: chicago });
    expect(answer.state).toBe('partial');
    expect(answer.components?.floodMap).toMatchObject({ state: 'unavailable', reason: expect.any(String) });
    const checks = (answer.facts?.checks ?? []) as Checks;
    expect(checks.map(({ check }) => check)).toContain('council matters');
  });

  it('names nobody', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(JSON.stringify(answer)).not.toMatch(/planted|owner_name/i);
  });

  it.each([[{}], [{ state: 'NC' }], [{ address: raleigh, radiusMeters: 2001 }], [{ address: raleigh, owner: 'x' }]])(
    'refuses %j',
    async (args) => {
      await expect(house.call(tool, args)).rejects.toMatchObject({ status: 400 });
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
