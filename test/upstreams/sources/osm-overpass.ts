import { distanceMeters } from '../../../src/geometry/geo.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const osm3s = {
  timestamp_osm_base: '2026-11-20T06:00:00Z',
  copyright: 'The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.',
};

const place = (id: number, east: number, tags: Record<string, string>, type: 'node' | 'way' = 'node') => {
  const at = offset(samplePlaces.raleigh, east, 0);
  const where = { lat: at.latitude, lon: at.longitude };
  return {
    type,
    id,
    at,
    ...(type === 'node' ? where : { center: where }),
    tags: { ...tags, phone: '555-010-0199 PLANTED', operator: 'JANE Q PLANTED' },
  };
};

const places = [
  place(1, 150, { shop: 'supermarket', name: 'Synthetic Market' }),
  place(2, 700, { shop: 'convenience' }),
  place(3, 300, { amenity: 'school', name: 'Synthetic School' }, 'way'),
  place(4, 90, { amenity: 'cafe', name: 'Café Synthetic' }),
  place(5, 120, { amenity: 'restaurant', name: 'Second' }),
  place(6, 130, { amenity: 'fast_food', name: 'Third' }),
  place(7, 2500, { leisure: 'park', name: 'Far Park' }, 'way'),
  place(8, 3600, { amenity: 'fire_station', name: 'Synthetic Station 3' }, 'way'),
  place(9, -5200, { amenity: 'fire_station' }),
];

/** The second instance serves the same; Chicago's query runs out of time. */
const fakeUpstream: FakeUpstream = {
  cardId: 'osm-overpass',
  hosts: ['overpass-api.de', 'overpass.private.coffee'],
  respond({ path, body, headers }) {
    if (path !== '/api/interpreter') return undefined;
    if (!headers['user-agent']) return { status: 406, body: '<html>Not Acceptable</html>' };
    const data = new URLSearchParams(body).get('data') ?? '';
    const around = /around:(\d+),(-?[\d.]+),(-?[\d.]+)/.exec(data);
    const center = { latitude: Number(around?.[2]), longitude: Number(around?.[3]) };
    const head = { version: 0.6, generator: 'Overpass API (synthetic)', osm3s };
    if (distanceMeters(center, samplePlaces.chicago) < 5000) {
      return {
        body: {
          ...head,
          elements: [],
          remark: 'runtime error: Query timed out in "query" at line 1 after 26 seconds.',
        },
      };
    }
    const queried = [...data.matchAll(/\["(\w+)"~"\^\(([^)]*)\)\$"\]/g)].map(([, key = '', values = '']) => ({
      key,
      values: values.split('|'),
    }));
    const elements = places
      .filter(({ tags }: { tags: Record<string, string> }) =>
        queried.some(({ key, values }) => values.includes(tags[key] ?? '')),
      )
      .filter(({ at }) => distanceMeters(at, center) <= Number(around?.[1]))
      .map(({ at: _, ...element }) => element);
    return { body: { ...head, elements } };
  },
};

export default fakeUpstream;
