import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear, samplePlaces } from '../places.ts';

/** A synthetic plane that rises toward the north-east; Biloxi lies on open water and has no value. */
const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-epqs',
  hosts: ['epqs.nationalmap.gov'],
  respond({ path, query }) {
    if (path !== '/v1/json') return undefined;
    const longitude = Number(query.get('x'));
    const latitude = Number(query.get('y'));
    const place = samplePlaceNear(latitude, longitude);
    if (!place) return { body: 'Invalid or missing input parameters.' };
    const rise = (latitude - place.latitude) * 16_000 + (longitude - place.longitude) * 8_000;
    const value = place.id === samplePlaces.biloxi.id ? -1_000_000 : (312.4 + rise).toFixed(6);
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
