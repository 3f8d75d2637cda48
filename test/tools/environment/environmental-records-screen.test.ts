import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTypes } from '../../../src/products/environmental-records-screen/record-types.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, chicago, raleigh } from '../ask.ts';

const tool = 'svc_environmental_records_screen';
const cards = ['epa-npl', 'epa-sems', 'epa-acres', 'epa-ust-finder', 'epa-rcra', 'epa-pfas-tools', 'epa-echo'] as const;

interface Type {
  type: string;
  found: number;
  searchMeters: number;
  nearest?: { distanceMeters: number };
}
const typesOf = (facts: unknown) => (facts as { recordTypes: Type[] }).recordTypes;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('searches each record type to its own distance', async () => {
    const answer = await house.call(tool, { address: raleigh });
    const types = Object.fromEntries(typesOf(answer.facts).map((entry) => [entry.type, entry]));
    expect(Object.keys(types).sort()).toEqual(Object.keys(recordTypes).sort());
    expect(types.npl).toMatchObject({ searchMeters: 1609, found: 1 });
    expect(types.nplDeleted).toMatchObject({ searchMeters: 805, found: 1 });
    // one of the three tank or waste records lies beyond the quarter mile of its type
    expect(types.tanks).toMatchObject({ searchMeters: 402, found: 1 });
    expect(types.rcraGenerators).toMatchObject({ searchMeters: 402, found: 1 });
    expect(types.rcraCorrective).toMatchObject({ searchMeters: 1609, found: 1 });
    for (const { nearest, searchMeters } of Object.values(types))
      expect(nearest?.distanceMeters ?? 0).toBeLessThanOrEqual(searchMeters);
  });

  it('lists the records that could not be placed apart, and the databases with the day they were read', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.facts).toMatchObject({
      notPlaced: [
        { type: 'sems', count: 1 },
        { type: 'hazardousWaste', count: 1 },
        { type: 'facilities', count: 1 },
      ],
      radonZone: { zone: 2 },
    });
    const databases = (answer.facts as { databases: { read: string; citation: string }[] }).databases;
    expect(databases.length).toBe(8);
    for (const { read, citation } of databases) {
      expect(read).toMatch(/^2026-11-2\d$/);
      expect(answer.citations[citation]).toBeDefined();
    }
  });

  it('is never a Phase I, and names what it did not search', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.limits.join(' ')).toMatch(/never a Phase I/);
    expect(answer.limits.join(' ')).toMatch(/Not searched: state and tribal lists/);
  });

  it('shows a searched type without a record as zero', async () => {
    const answer = await house.call(tool, { address: chicago });
    const types = typesOf(answer.facts);
    expect(types.map(({ type }) => type).sort()).toEqual(Object.keys(recordTypes).sort());
    expect(types.every(({ found }) => found === 0)).toBe(true);
  });

  it('leaves out a type whose database failed, and names the component', async () => {
    const answer = await askWith({ 'epa-ust-finder': 'http500', 'epa-rcra': 'error200' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    const types = typesOf(answer.facts).map(({ type }) => type);
    expect(types).not.toContain('tankReleases');
    expect(types).not.toContain('rcraTsdf');
    expect(types).toContain('brownfields');
    expect(answer.components).toMatchObject({
      undergroundTanks: { state: 'unavailable' },
      hazardousWaste: { state: 'unavailable' },
    });
    expect(answer.summary).toMatch(/not read: .*undergroundTanks/);
  });

  it('answers from the mirrors where every source fails, without corrective action, which they do not know', async () => {
    const house = await openHouse();
    for (const card of cards) house.world.setFault(card, 'http500');
    const answer = await house.call(tool, { address: raleigh });
    await house.close();
    expect(answer.state).toBe('partial');
    const types = typesOf(answer.facts).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['npl', 'sems', 'brownfields', 'rcraTsdf', 'tanks', 'tankReleases']));
    expect(types).not.toContain('rcraCorrective');
  });

  it('is unavailable where nothing could be read', async () => {
    const all = Object.fromEntries(cards.map((card) => [card, 'http500'] as const));
    const answer = await askWith(all, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
