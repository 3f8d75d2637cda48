import { describe, expect, it } from 'vitest';
import { mappedWorksNear } from '../../../src/sources/osm-mapped-utilities/client.ts';
import { placesNear } from '../../../src/sources/osm-overpass/client.ts';
import { answering } from '../answering.ts';

const point = { latitude: 35.78, longitude: -78.64 };
const tags = { amenity: 'cafe', power: 'substation' };
const placed = (id: number, own: object = tags) => ({ type: 'node', id, lat: 35.78, lon: -78.64, tags: own });
const unplaced = (id: number) => ({ type: 'relation', id, tags });
const reply = (elements: readonly object[], more: object = {}) =>
  answering({ osm3s: { timestamp_osm_base: '2026-11-20T06:00:00Z' }, elements, ...more });
const several = (count: number, make: (id: number) => object) => Array.from({ length: count }, (_, id) => make(id));

describe.each([
  { name: 'places', limit: 600, near: placesNear },
  { name: 'utility works', limit: 300, near: mappedWorksNear },
])('mapped $name', ({ limit, near }) => {
  const ask = (elements: readonly object[]) => near(reply(elements), point, 500);

  it('is empty only where Overpass sent no object', async () => {
    expect(await ask([])).toMatchObject({ state: 'empty', citation: { sourceDate: '2026-11-20' } });
  });

  it('is found where every object could be read', async () => {
    const lookup = await ask([placed(1), placed(2)]);
    expect(lookup).toMatchObject({ state: 'found', data: [{}, {}], citation: { sourceDate: '2026-11-20' } });
  });

  it('is unavailable where no object has a position, or none is of a kind that was requested', async () => {
    const lost = expect.stringMatching(/1 of 1 objects could not be placed or named/);
    expect(await ask([unplaced(1)])).toMatchObject({ state: 'unavailable', reason: lost });
    expect(await ask([placed(1, { shop: 'unknown' })])).toMatchObject({ state: 'unavailable', reason: lost });
  });

  it('is unavailable where the part up to the limit holds nothing that can be used', async () => {
    const lookup = await ask([...several(limit, unplaced), placed(limit)]);
    expect(lookup).toMatchObject({
      state: 'unavailable',
      reason: expect.stringMatching(new RegExp(`more than ${limit} objects`)),
    });
  });

  it('is partial above the limit, and where some objects could not be placed', async () => {
    const over = await ask(several(limit + 1, (id) => placed(id)));
    expect(over).toMatchObject({ state: 'partial', reason: `more than ${limit} objects; ${limit} were read` });
    expect('data' in over && over.data).toHaveLength(limit);
    const some = await ask([placed(1), unplaced(2)]);
    expect(some).toMatchObject({
      state: 'partial',
      data: [{}],
      reason: '1 of 2 objects could not be placed or named',
    });
  });
});
