import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const org = 'services.arcgis.com/v01gqwM5QqNysAAi/arcgis/rest/services';
const slide = (east: number, north: number, columns: object) => {
  const at = offset(samplePlaces.raleigh, east, north);
  return {
    at,
    columns: {
      USGS_ID: `us${east}`,
      Date_Min: null,
      Date_Max: null,
      Fatalities: 1,
      Confidence: 3,
      LS_Type: 'Debris flow',
      Inventory: 'Synthetic state inventory',
      Inv_URL: 'https://example.com/PLANTED',
      Info_Source: 'Reported by JANE Q PLANTED',
      Lat_N: at.latitude,
      Lon_W: at.longitude,
      ...columns,
    },
  };
};

/** Points and outlines are two services. */
const points = layerTable({
  cardId: 'usgs-landslides',
  endpoint: `${org}/US_Landslide_point_v2/FeatureServer/11`,
  name: 'US_Landslide_v3point',
  rows: () => [
    slide(300, 0, { Confidence: 8, Date_Min: '2018/05/17', Date_Max: '2018-05-18' }),
    slide(2000, 100, {}),
    slide(4200, 0, { Confidence: -9999, LS_Type: ' ' }),
  ],
});
const outlines = layerTable({
  cardId: 'usgs-landslides',
  endpoint: `${org}/US_Landslide_poly_v2/FeatureServer/1`,
  name: 'US_Landslide_v3poly',
  rows: () => [
    { at: samplePlaces.raleigh, reachMeters: 200, columns: { USGS_ID: 'p1' } },
    { at: offset(samplePlaces.raleigh, 2500, 0), reachMeters: 100, columns: { USGS_ID: 'p2' } },
  ],
});

const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-landslides',
  hosts: ['services.arcgis.com'],
  respond: (request) => points.respond(request) ?? outlines.respond(request),
};

export default fakeUpstream;
