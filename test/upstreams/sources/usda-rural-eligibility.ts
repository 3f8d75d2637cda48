import { samplePlaces } from '../places.ts';
import { layerTable } from '../tables.ts';

/** The towns of the sample places lie inside an ineligible area, Biloxi as a made-up exception outside. */
export default layerTable({
  cardId: 'usda-rural-eligibility',
  endpoint: 'rdgdwe.sc.egov.usda.gov/arcgis/rest/services/Eligibility/Eligibility/MapServer/4',
  name: 'RHS SFH MFH',
  rows: () =>
    [samplePlaces.raleigh, samplePlaces.chicago, samplePlaces.newYork].map((at) => ({
      at,
      reachMeters: 9000,
      columns: { OBJECTID: 1 },
    })),
});
