import { mirrorColumns } from '../../fields/table.ts';
import { aquifers } from '../../sources/epa-sole-source-aquifers/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'epa-sole-source-aquifers',
  title: 'Sole Source Aquifers, simplified polygons',
  publisher: 'US Environmental Protection Agency',
  sourceUrl:
    'https://services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/Sole_Source_Aquifers_August_2019/FeatureServer/0/query?where=1%3D1&outFields=SSA_ID,SSA_NAME,FR_ID,EPA_Link,EPA_Region&outSR=4326&maxAllowableOffset=0.001&f=geojson',
  datasetUrl: 'https://www.epa.gov/dwssa',
  vintage: 'August 2019',
  megabytes: 3,
  cadence: 'the layer dates from August 2019 and is not revised',
  staleAfterDays: 3650,
  file: { format: 'geojson' },
  columns: mirrorColumns(aquifers),
  polygon: true,
  keys: [['id']],
  seen: { by: 'code', note: 'address and fields as public clients use the layer; the export was not seen live' },
};

export default dataset;
