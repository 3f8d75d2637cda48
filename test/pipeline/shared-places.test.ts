import { describe, expect, it } from 'vitest';
import type { PlacePort, Resolution } from '../../src/kernel/ports/place.ts';
import type { RequestLogEntry, SourceAccess } from '../../src/kernel/ports/sources.ts';
import { type SharedPlaces, sharedPlaces } from '../../src/pipeline/shared-places.ts';

const entry = { cardId: 'census-geocoder', url: 'https://geocoding.example.org/' } as unknown as RequestLogEntry;
const sources = {} as SourceAccess;
const query = { address: '1 Main St' };

/** Components of one composite that resolve a place; the port answers with the states in turn. */
function composite(states: readonly Resolution['state'][]) {
  const places: SharedPlaces = new Map();
  let queried = 0;
  async function resolveOnce(): Promise<{ state: string; own: readonly RequestLogEntry[] }> {
    const own: RequestLogEntry[] = [];
    const note = (one: RequestLogEntry) => void own.push(one);
    const place = {
      async resolve() {
        const state = states[queried++];
        await Promise.resolve();
        note(entry);
        return { state } as Resolution;
      },
    } as unknown as PlacePort;
    const { state } = await sharedPlaces(place, places, { own, note }).resolve(query, sources);
    return { state, own };
  }
  return { resolveOnce, queried: () => queried };
}

describe('places of the components of a composite', () => {
  it('are resolved once, and what was queried for it counts for each of them', async () => {
    const { resolveOnce, queried } = composite(['resolved']);
    const all = await Promise.all([resolveOnce(), resolveOnce(), resolveOnce()]);
    expect(all).toEqual(Array.from({ length: 3 }, () => ({ state: 'resolved', own: [entry] })));
    expect(queried()).toBe(1);
  });

  it('are tried anew where they could not be resolved', async () => {
    const { resolveOnce, queried } = composite(['unavailable', 'resolved']);
    expect((await resolveOnce()).state).toBe('unavailable');
    expect((await resolveOnce()).state).toBe('resolved');
    expect(queried()).toBe(2);
  });
});
