import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;
const service = 'gis.cookcountyil.gov/traditional/rest/services/parcelHistorical/MapServer';

const newest = layerTable({
  cardId: 'cook-parcel',
  endpoint: `${service}/2025`,
  name: 'Parcel 2025',
  rows: () => [
    { at: chicago, reachMeters: 45, columns: { PIN10: '1709444001', AssessorBLDGclass: '591' } },
    { at: offset(chicago, 120, 0), reachMeters: 30, columns: { PIN10: '1709444002', AssessorBLDGclass: '299' } },
  ],
});

/** Layer numbers are not years: the newest layer is found by its name. */
const fakeUpstream: FakeUpstream = {
  ...newest,
  respond(request) {
    if (request.path === `/${service.split('/').slice(1).join('/')}`) {
      return {
        body: {
          layers: [
            { id: 0, name: 'Parcels 2000' },
            { id: 13, name: 'Parcels 2012A' },
            { id: 23, name: 'Parcel 2021' },
            { id: 2025, name: 'Parcel 2025' },
            { id: 19, name: 'Parcel History 2000-2023' },
          ],
        },
      };
    }
    return newest.respond(request);
  },
};

export default fakeUpstream;
