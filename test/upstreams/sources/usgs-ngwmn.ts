import type { FakeUpstream } from '../fake-upstream.ts';

const sites = [
  { id: 'USGS-354700078390002', agency: 'U.S. Geological Survey', at: [-78.6601, 35.7901] },
  { id: 'NCDWR-990001', agency: 'Made-up Division of Water Resources', at: [-78.6201, 35.7601] },
] as const;

const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-ngwmn',
  hosts: ['api.waterdata.usgs.gov'],
  respond({ path, query }) {
    if (path !== '/ngwmn/ogcapi/collections/sites/items') return undefined;
    const [west = 0, south = 0, east = 0, north = 0] = (query.get('bbox') ?? '').split(',').map(Number);
    const features = sites
      .filter(({ at: [x, y] }) => x >= west && x <= east && y >= south && y <= north)
      .map(({ id, agency, at }) => ({
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: at },
        properties: {
          monitoring_location_id: id,
          agency_name: agency,
          aquifer_type_code: 'UNCONFINED',
          national_aquifer_code: 'N400PDMBRX',
          well_owner: 'JANE PLANTED',
        },
      }));
    return { body: { type: 'FeatureCollection', features, links: [] } };
  },
};

export default fakeUpstream;
