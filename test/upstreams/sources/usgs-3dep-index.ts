import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable } from '../tables.ts';

const service = 'index.nationalmap.gov/arcgis/rest/services/3DEPElevationIndex/MapServer';
const unit = (name: string, end: string | null, ql: string) => ({
  at: samplePlaces.raleigh,
  reachMeters: 5000,
  columns: {
    workunit: name,
    project: 'NC_Synthetic',
    collect_start: '2020/01/05',
    collect_end: end,
    ql,
    horiz_crs: '6543',
    vert_crs: '6360',
  },
});

const units = layerTable({
  cardId: 'usgs-3dep-index',
  endpoint: `${service}/8`,
  rows: () => [unit('NC_Synthetic_1_2015', '2015-03-01', 'QL 2'), unit('NC_Synthetic_2_2023', '2023-02-11', 'QL 1')],
});

/** The layer stands under a group, as in the real service. */
const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-3dep-index',
  hosts: ['index.nationalmap.gov'],
  respond(request) {
    if (request.path === `/${service.split('/').slice(1).join('/')}`) {
      return {
        body: {
          layers: [
            { id: 0, name: '3DEP Products', subLayerIds: [8, 18] },
            { id: 18, name: '1 meter DEM', subLayerIds: null },
            { id: 8, name: 'Lidar Point Cloud', subLayerIds: null },
          ],
          tables: [],
        },
      };
    }
    return units.respond(request);
  },
};

export default fakeUpstream;
