import type { FakeUpstream } from '../fake-upstream.ts';
import { syntheticGround } from './usgs-epqs.ts';

interface Multipoint {
  readonly points: readonly (readonly [number, number])[];
}

const metersPerFoot = 0.3048;

/**
 * The ground of the point query service in meters as text; samples in any order, points without data left out. Shape and
 * quirks as the public clients NatLabRockies/gradeit (usgs_api.py) and jolla/OpenClutter (terrain.js) read them.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-3dep-elevation',
  hosts: ['elevation.nationalmap.gov'],
  respond({ path, query }) {
    if (path !== '/arcgis/rest/services/3DEPElevation/ImageServer/getSamples') return undefined;
    if (query.get('geometryType') !== 'esriGeometryMultipoint') return { body: { error: { code: 400 } } };
    const { points } = JSON.parse(query.get('geometry') ?? '{"points":[]}') as Multipoint;
    const samples = points.flatMap(([x, y], locationId) => {
      const feet = syntheticGround(y, x);
      if (feet === undefined) return [];
      const location = { x, y, spatialReference: { wkid: 4326, latestWkid: 4326 } };
      return [{ location, locationId, value: String(feet * metersPerFoot), rasterId: 1, resolution: 1 }];
    });
    return { body: { samples: samples.reverse() } };
  },
};

export default fakeUpstream;
