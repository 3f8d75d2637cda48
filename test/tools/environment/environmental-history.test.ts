import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_environmental_history';
const cards = ['epa-npl', 'epa-sems', 'epa-acres', 'epa-rcra', 'epa-tri'] as const;
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives the registers of the county with dates, and what of it lies within a mile of the address', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.facts).toMatchObject({
      nationalPriorities: {
        count: 2,
        withinMile: 2,
        sites: [{ listed: '1984-09-21', constructionComplete: '2007-09-27' }, { deleted: '2011-10-05' }],
      },
      otherSuperfund: { count: 4, archived: 1, withoutCoordinates: 2 },
      brownfields: { count: 2 },
      hazardousWasteHandlers: { count: 4 },
      toxicReleases: { reportingYear: 2024, onSitePounds: 1540.5, onSiteDioxinGrams: 0.0739 },
    });
  });

  it('states no distances for a county asked by name', async () => {
    const answer = await house.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.facts?.nationalPriorities).not.toHaveProperty('withinMile');
  });

  it('finds Connecticut under its old county', async () => {
    const answer = await house.call(tool, { address: hartford });
    expect(answer.facts).toMatchObject({ nationalPriorities: { count: 1 }, hazardousWasteHandlers: { count: 1 } });
  });

  it('is partial where one register fails, from the mirrors where all do, unavailable without either', async () => {
    const one = await askWith({ 'epa-npl': 'http500' }, tool, { address: raleigh });
    expect(one.state).toBe('partial');
    expect(one.summary).toMatch(/not read: nationalPriorities/);
    const all = Object.fromEntries(cards.map((card) => [card, 'http500'] as const));
    expect((await askWith(all, tool, { address: raleigh })).state).toBe('unavailable');
    const house = await openHouse();
    for (const card of cards) house.world.setFault(card, 'http500');
    const answer = await house.call(tool, { address: raleigh });
    await house.close();
    expect(answer.state).toBe('partial');
    expect(answer.facts).toMatchObject({
      otherSuperfund: { count: 2 },
      brownfields: { count: 1 },
      hazardousWasteHandlers: { count: 1 },
      toxicReleases: { onSitePounds: 1540.5 },
    });
  });

  it.each([[{}], [{ state: 'NC' }]])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
