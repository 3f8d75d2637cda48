import { describe, expect, it } from 'vitest';
import { datasets } from '../../../src/mirror/datasets.ts';
import { cyclesToTry, earlyPart, isPart, wholeParts, yearsToTry } from '../../../src/mirror/engine/calendar.ts';

const days = ['2026-11-22', '2027-01-05', '2027-10-02', '2029-06-01'];
const onDays = <T>(read: (now: Date) => T): readonly T[] => days.map((day) => read(new Date(`${day}T12:00:00Z`)));
const dataset = (id: string) => {
  const found = datasets.find((one) => one.id === id);
  if (!found) throw new Error(`no dataset ${id}`);
  return found;
};

describe('years of editions follow the calendar', () => {
  it.each([
    ['hud-fmr', ['2027', '2027', '2028', '2029']],
    ['hud-safmr', ['2027', '2027', '2028', '2029']],
    ['bls-laus-county', ['2025', '2025', '2026', '2027']],
    ['cms-geographic-variation', ['2024', '2024', '2025', '2026']],
    ['epa-airdata-annual', ['2025', '2025', '2026', '2027']],
    ['epa-tri-basic', ['2024', '2024', '2025', '2027']],
    ['epa-nei-facilities', ['2023', '2023', '2023', '2023']],
    ['fars-crashes', ['2024', '2024', '2025', '2026']],
    ['ncei-storm-events', ['2026', '2026', '2027', '2029']],
    ['usdm-county', ['2026', '2026', '2027', '2029']],
  ])('newest due part of %s', (id, years) => {
    expect(onDays((now) => wholeParts(dataset(id), now).at(-1))).toEqual(years);
  });

  it.each([
    ['fhfa-loan-limits', [2026, 2027, 2027, 2029]],
    // the survey of the year before may be out in December, and is looked for first from then on
    ['census-acs-housing', [2024, 2025, 2025, 2027]],
    ['eia-861-territories', [2025, 2025, 2026, 2027]],
    ['lodes-workplace', [2024, 2024, 2025, 2026]],
  ])('year that is looked for first, of %s', (id, years) => {
    expect(onDays((now) => yearsToTry(dataset(id), now)[0])).toEqual(years);
  });

  it('five years of storms and crashes make them whole, and no year that is not due', () => {
    expect(wholeParts(dataset('ncei-storm-events'), new Date('2029-06-01'))).toEqual([
      ...['2025', '2026', '2027', '2028', '2029'],
    ]);
    expect(wholeParts(dataset('fars-crashes'), new Date('2027-01-05'))).toEqual([
      ...['2020', '2021', '2022', '2023', '2024'],
    ]);
  });

  it('full counts among surveys: the newest year, and the three newest that are five years apart', () => {
    const wanted = (day: string) => wholeParts(dataset('census-government-finances'), new Date(day));
    expect(wanted('2026-11-22')).toEqual(['2012', '2017', '2022', '2024']);
    expect(wanted('2029-06-01')).toEqual(['2012', '2017', '2022', '2026']);
    // the full count of 2027 is the newest year itself, and is there once
    expect(wanted('2030-06-01')).toEqual(['2017', '2022', '2027']);
  });

  it('a part that may be early is looked for beside those that are due', () => {
    expect(onDays((now) => earlyPart(dataset('epa-tri-basic'), now))).toEqual(['2025', '2025', undefined, undefined]);
    expect(earlyPart(dataset('hud-fmr'), new Date('2027-08-20'))).toBe('2028');
  });

  it('knows which years can have a file', () => {
    const now = new Date('2026-11-22');
    const queried = ['2016', '2017', '2019', '2020', '2023', '2026', 'nc'];
    expect(queried.filter((part) => isPart(dataset('epa-nei-facilities'), part, now))).toEqual([
      '2017',
      '2020',
      '2023',
    ]);
    expect(isPart(dataset('hud-fmr'), '2028', now)).toBe(false);
    expect(isPart(dataset('lodes-workplace'), 'nc', now)).toBe(true);
  });

  it('names the 28-day cycles as the addresses do', () => {
    expect(cyclesToTry(dataset('faa-airports'), new Date('2026-11-22'))).toEqual(['29_Oct_2026', '01_Oct_2026']);
    expect(cyclesToTry(dataset('faa-airports'), new Date('2027-01-05'))).toEqual(['24_Dec_2026', '26_Nov_2026']);
  });

  it('leaves no year in an address where editions are numbered by year', () => {
    for (const { id, editions, sourceUrl, alsoAt = [] } of datasets.filter((one) => one.editions)) {
      for (const address of [sourceUrl, ...alsoAt]) expect(address, id).not.toMatch(/20[2-9]\d/);
      expect(editions?.since, id).toBeLessThan(2027);
    }
  });
});
