import { mirrorColumns } from '../../fields/table.ts';
import { territories } from '../../sources/hifld-electric-territories/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'hifld-electric-territories',
  title: 'Electric Retail Service Territories, frozen copy (HIFLD), simplified polygons',
  publisher: 'US Department of Homeland Security, HIFLD program',
  sourceUrl:
    'https://services3.arcgis.com/OYP7N6mAJJCyH6hd/arcgis/rest/services/Electric_Retail_Service_Territories_HIFLD/FeatureServer/0/query?where=1%3D1&outFields=ID,NAME,TYPE,STATE,HOLDING_CO,CUSTOMERS&outSR=4326&maxAllowableOffset=0.005&orderByFields=OBJECTID&resultOffset={offset}&resultRecordCount=1000&f=geojson',
  datasetUrl:
    'https://services3.arcgis.com/OYP7N6mAJJCyH6hd/arcgis/rest/services/Electric_Retail_Service_Territories_HIFLD/FeatureServer/0',
  licenseNote: 'US government work, public domain; the program was shut down on 2025-08-26',
  vintage: 'frozen 2025-08-21',
  megabytes: 15,
  cadence: 'never again',
  staleAfterDays: 36_500,
  file: { format: 'geojson' },
  columns: mirrorColumns(territories),
  polygon: true,
  keys: [['eiaId']],
  pages: { size: 1000 },
  seen: {
    by: 'code',
    note: 'address and fields as many public clients use the copy; about 2,900 polygons, not seen live by us',
  },
} satisfies Dataset;
