import { distanceMeters } from '../../../src/geometry/geo.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const { raleigh } = samplePlaces;
const element = (type: 'node' | 'way', id: number, east: number, tags: Readonly<Record<string, string>>) => {
  const at = offset(raleigh, east, 0);
  const where = { lat: at.latitude, lon: at.longitude };
  return { type, id, ...(type === 'node' ? where : { center: where }), tags: { ...tags, operator: 'JANE PLANTED' } };
};
const elements = [
  element('way', 9001, 700, { power: 'substation', name: 'Made-up West Substation' }),
  element('node', 9002, 1800, { man_made: 'water_tower' }),
  element('way', 9003, 2600, { man_made: 'wastewater_plant', name: 'Made-up Creek Plant' }),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'osm-mapped-utilities',
  hosts: ['overpass-api.de'],
  respond({ path, body }) {
    const data = new URLSearchParams(body).get('data') ?? '';
    if (path !== '/api/interpreter' || !data.includes('wastewater_plant')) return undefined;
    const [, radius, latitude, longitude] = /\(around:(\d+),(-?[\d.]+),(-?[\d.]+)\)/.exec(data) ?? [];
    const from = { latitude: Number(latitude), longitude: Number(longitude) };
    const near = elements.filter(
      ({ lat, lon, center }: { lat?: number; lon?: number; center?: { lat: number; lon: number } }) => {
        const at = { latitude: lat ?? center?.lat ?? 0, longitude: lon ?? center?.lon ?? 0 };
        return distanceMeters(from, at) <= Number(radius);
      },
    );
    return {
      body: { version: 0.6, osm3s: { timestamp_osm_base: '2026-11-21T09:00:00Z' }, elements: near },
    };
  },
};

export default fakeUpstream;
