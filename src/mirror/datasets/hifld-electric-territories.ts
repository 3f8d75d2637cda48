import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'hifld-electric-territories',
  title: 'Electric Retail Service Territories, frozen copy (HIFLD), simplified polygons',
  publisher: 'US Department of Homeland Security, HIFLD program',
  // part: the first row of a page of 1,000
  sourceUrl:
    'https://services3.arcgis.com/OYP7N6mAJJCyH6hd/arcgis/rest/services/Electric_Retail_Service_Territories_HIFLD/FeatureServer/0/query?where=1%3D1&outFields=ID,NAME,TYPE,STATE,HOLDING_CO,CUSTOMERS&outSR=4326&maxAllowableOffset=0.005&orderByFields=OBJECTID&resultOffset={part}&resultRecordCount=1000&f=geojson',
  datasetUrl:
    'https://services3.arcgis.com/OYP7N6mAJJCyH6hd/arcgis/rest/services/Electric_Retail_Service_Territories_HIFLD/FeatureServer/0',
  licenseNote: 'US government work, public domain; the program was shut down on 2025-08-26',
  vintage: 'frozen 2025-08-21',
  cadence: 'never again',
  staleAfterDays: 36_500,
  file: { format: 'geojson' },
  columns: {
    page: { type: 'text', value: () => null },
    eiaId: { from: 'ID', type: 'text' },
    name: { from: 'NAME', type: 'text', blank: ['NOT AVAILABLE'] },
    type: { from: 'TYPE', type: 'text', blank: ['NOT AVAILABLE'] },
    state: { from: 'STATE', type: 'text', blank: ['NOT AVAILABLE'] },
    holdingCompany: { from: 'HOLDING_CO', type: 'text', blank: ['NOT AVAILABLE'] },
    customers: { from: 'CUSTOMERS', type: 'real', blank: ['-999999'] },
  },
  polygon: true,
  keys: [['eiaId']],
  parts: { column: 'page', whole: ['0', '1000', '2000'] },
  limits: ['Frozen in August 2025; edges simplified to about 500 m; territories overlap.'],
  verifiedAt: null,
  verification:
    'address and fields as public clients use the copy; about 2,900 polygons in three pages, not seen live by us',
};

export default dataset;
