import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear, samplePlaces } from '../places.ts';

/**
 * Feet of a synthetic plane that rises toward the north-east; undefined at Biloxi, which lies on open water, and far from
 * every sample place.
 */
export function syntheticGround(latitude: number, longitude: number): number | undefined {
  const place = samplePlaceNear(latitude, longitude);
  if (!place || place.id === samplePlaces.biloxi.id) return undefined;
  return 312.4 + (latitude - place.latitude) * 16_000 + (longitude - place.longitude) * 8_000;
}

const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-epqs',
  hosts: ['epqs.nationalmap.gov'],
  respond({ path, query }) {
    if (path !== '/v1/json') return undefined;
    const longitude = Number(query.get('x'));
    const latitude = Number(query.get('y'));
    if (!samplePlaceNear(latitude, longitude)) return { body: 'Invalid or missing input parameters.' };
    const value = syntheticGround(latitude, longitude)?.toFixed(6) ?? -1_000_000;
    return {
      body: {
        location: { x: longitude, y: latitude, spatialReference: { wkid: 4326, latestWkid: 4326 } },
        locationId: 0,
        value,
        rasterId: 1,
        resolution: 1,
        attributes: { AcquisitionDate: '2/15/2022' },
      },
    };
  },
};

export default fakeUpstream;
