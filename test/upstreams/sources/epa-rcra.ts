import { distanceMeters } from '../../../src/geometry/geo.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const { raleigh, hartford } = samplePlaces;

function handler(
  place: { latitude: number; longitude: number },
  east: number | undefined,
  id: string,
  name: string,
  universe: string | null,
  more: Readonly<Record<string, string | null>> = {},
) {
  const at = east === undefined ? undefined : offset(place, east, 0);
  return {
    RCRAName: name,
    SourceID: id,
    RCRAStreet: '5 SYNTHETIC BLVD',
    RCRACity: 'SYNTHETIC',
    RegistryID: '110000000201',
    RCRAUniverse: universe,
    RCRAStatus: 'Active (H    )',
    CleanupActionFlag: null,
    FacLat: at ? at.latitude.toFixed(5) : null,
    FacLong: at ? at.longitude.toFixed(5) : null,
    ContactPhone: '555-010-0199 PLANTED',
    ...more,
  };
}

const tables: Readonly<Record<string, readonly object[]>> = {
  '201': [
    handler(raleigh, 300, 'NCD000000202', 'SYNTHETIC DRY CLEANER', 'VSQG'),
    handler(raleigh, 700, 'NCD000000204', 'SYNTHETIC CIRCUITS', 'LQG, Operating TSDF', { CleanupActionFlag: 'Y' }),
    handler(raleigh, 1100, 'NCD000000205', 'SYNTHETIC PRINTERS', 'SQG', { RCRAStatus: 'Inactive (     )' }),
    handler(raleigh, undefined, 'NCD000000203', 'SYNTHETIC UNPLACED SHOP', null),
  ],
  '202': [handler(hartford, 200, 'CTD000000201', 'SYNTHETIC TOOLS', 'LQG')],
};

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-rcra',
  hosts: ['echodata.epa.gov'],
  respond({ path, query }) {
    if (path === '/echo/rcra_rest_services.get_facilities') {
      const point = { latitude: Number(query.get('p_lat')), longitude: Number(query.get('p_long')) };
      const near = query.has('p_lat') && distanceMeters(point, raleigh) < 5000;
      const inRaleigh = near || query.get('p_fips') === '37183' || query.get('p_zip') === '27601';
      const id = inRaleigh ? '201' : query.get('p_fips') === '09003' ? '202' : '200';
      return { body: { Results: { Message: 'Success', QueryRows: String(tables[id]?.length ?? 0), QueryID: id } } };
    }
    if (path !== '/echo/rcra_rest_services.get_qid') return undefined;
    const rows = query.get('pageno') === '1' ? (tables[query.get('qid') ?? ''] ?? []) : [];
    return { body: { Results: { Message: 'Working', Facilities: rows } } };
  },
};

export default fakeUpstream;
