import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTypes } from '../../../src/products/environmental-records-screen/record-types.ts';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
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

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('searches each record type to its own distance', async () => {
    const answer = await service.call(tool, { address: raleigh });
    const types = Object.fromEntries(typesOf(answer.facts).map((entry) => [entry.type, entry]));
    expect(Object.keys(types).sort()).toEqual(Object.keys(recordTypes).sort());
    expect(types.npl).toEqual({
      type: 'npl',
      searchMeters: 1609,
      found: 1,
      nearest: { name: 'SYNTHETIC PLATING WORKS', status: 'NPL Site', distanceMeters: 922, direction: 'E' },
      citation: 'c1',
    });
    expect(types.nplDeleted).toEqual({
      type: 'nplDeleted',
      searchMeters: 805,
      found: 1,
      nearest: { name: 'SYNTHETIC OLD DUMP', status: 'Deleted NPL Site', distanceMeters: 583, direction: 'NW' },
      citation: 'c1',
    });
    // one of the three tank or waste records lies beyond the quarter mile of its type
    expect(types.tanks).toEqual({
      type: 'tanks',
      searchMeters: 402,
      found: 1,
      nearest: { name: 'SYNTHETIC FUEL STOP', distanceMeters: 255, direction: 'E' },
      citation: 'c5',
    });
    expect(types.rcraGenerators).toEqual({
      type: 'rcraGenerators',
      searchMeters: 402,
      found: 1,
      nearest: { name: 'SYNTHETIC DRY CLEANER', status: 'Active', distanceMeters: 300, direction: 'E' },
      citation: 'c4',
    });
    expect(types.rcraCorrective).toEqual({
      type: 'rcraCorrective',
      searchMeters: 1609,
      found: 1,
      nearest: { name: 'SYNTHETIC CIRCUITS', status: 'Active', distanceMeters: 700, direction: 'E' },
      citation: 'c4',
    });
    for (const { nearest, searchMeters } of Object.values(types))
      expect(nearest?.distanceMeters ?? 0).toBeLessThanOrEqual(searchMeters);
  });

  it('lists the records that could not be placed apart, and the databases with the day they were read', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer.facts, 'notPlaced', 'radonZone')).toEqual({
      notPlaced: [
        { type: 'sems', count: 1, named: ['SYNTHETIC DRUM SITE'], citation: 'c2' },
        { type: 'hazardousWaste', count: 1, named: ['SYNTHETIC UNPLACED SHOP'], citation: 'c4' },
        { type: 'facilities', count: 1, named: [], citation: 'c7' },
      ],
      radonZone: { zone: 2, citation: 'c8' },
    });
    const databases = (answer.facts as { databases: { read: string; citation: string }[] }).databases;
    expect(databases.length).toBe(8);
    for (const { read, citation } of databases) {
      expect(read).toMatch(/^2026-11-2\d$/);
      expect(answer.citations[citation]).toBeDefined();
    }
  });

  it('is never a Phase I, and names what it did not search', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.limits.join(' ')).toMatch(/never a Phase I/);
    expect(answer.limits.join(' ')).toMatch(/Not searched: state and tribal lists/);
  });

  it('shows a searched type without a record as zero', async () => {
    const answer = await service.call(tool, { address: chicago });
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
    expect(pick(answer.components, 'undergroundTanks', 'hazardousWaste')).toEqual({
      undergroundTanks: {
        state: 'unavailable',
        reason:
          'UST Finder: underground storage tank facilities, releases and tanks answered with an error (HTTP 500).',
      },
      hazardousWaste: {
        state: 'unavailable',
        reason:
          'RCRAInfo hazardous waste handlers, through ECHO answered with an error inside a success reply. mirror missing: not loaded: place-records mirror sync epa-frs-facilities',
      },
    });
    expect(answer.summary).toMatch(/not read: .*undergroundTanks/);
  });

  it('answers from the mirrors where every source fails, without corrective action, which they do not know', async () => {
    const service = await openService();
    for (const card of cards) service.upstreams.setFault(card, 'http500');
    const answer = await service.call(tool, { address: raleigh });
    await service.close();
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
    await expect(service.call(tool, {})).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
