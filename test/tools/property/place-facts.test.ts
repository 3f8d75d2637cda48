import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, biloxi } = samplePlaces;

function citationsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const entry of value) citationsIn(entry, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      if (name === 'citation' && typeof entry === 'string') found.add(entry);
      else citationsIn(entry, found);
    }
  }
  return found;
}

describe('svc_place_facts', () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  it('bundles the parts that the catalog has, each with its state and its own citations', async () => {
    const answer = await house.call('svc_place_facts', { address: raleigh.address });
    expect(Object.keys(answer.components ?? {})).toEqual(
      expect.arrayContaining(['parcel', 'floodZone', 'governingDistricts', 'transportation']),
    );
    expect(answer.facts).toMatchObject({
      parcel: { parcelId: { value: '1703570123' }, centroidPrecision: { value: 'parcel' } },
      floodZone: { specialFloodHazardArea: { value: 'outside' } },
      transportation: { highways: [{ route: 'U70' }] },
    });
    for (const key of citationsIn(answer.facts)) expect(answer.citations[key], key).toBeDefined();
    expect(answer.searched.some((entry) => entry.source.includes('svc_flood_zone'))).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('PLANTED');
    expect(JSON.stringify(answer).length / 4).toBeLessThan(2000);
  });

  it('says so where no local lane is wired, and still gives the national parts', async () => {
    const answer = await house.call('svc_place_facts', { address: biloxi.address });
    expect(answer.components?.parcel?.state).toBe('not_covered');
    expect(answer.facts?.parcel).toBeUndefined();
    expect(answer.facts?.floodZone).toBeDefined();
  });

  it('is partial where one part fails, and gives the others', async () => {
    const broken = await openHouse();
    broken.world.setFault('fema-nfhl', 'http500');
    const answer = await broken.call('svc_place_facts', { address: raleigh.address });
    expect(answer.state).toBe('partial');
    expect(answer.components?.floodZone).toMatchObject({ state: 'unavailable' });
    expect(answer.components?.floodZone?.reason).toBeTruthy();
    expect(answer.facts?.floodZone).toBeUndefined();
    expect(answer.facts?.parcel).toBeDefined();
    await broken.close();
  });

  it('refuses unknown arguments', async () => {
    await expect(house.call('svc_place_facts', { address: raleigh.address, radius: 1 })).rejects.toThrow('radius');
  });
});
