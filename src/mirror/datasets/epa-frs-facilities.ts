import { mirrorColumns } from '../../fields/table.ts';
import { registryFacilities } from '../../sources/epa-frs/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

const states =
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy as gu mp pr vi';

const dataset: Dataset = {
  id: 'epa-frs-facilities',
  title: 'Facility Registry Service, state single files',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://ordsext.epa.gov/FLA/www3/state_files/state_single_{part}.zip',
  datasetUrl: 'https://www.epa.gov/frs/epa-state-single-file-csv-download',
  vintage: 'undated file, see the day it was retrieved',
  megabytes: 20,
  cadence: 'monthly',
  staleAfterDays: 120,
  file: { format: 'table', encoding: 'latin1', member: /\.csv$/i },
  columns: mirrorColumns(registryFacilities),
  keys: [['countyFips', 'isRcra'], ['zip', 'isRcra'], ['state']],
  keep: { PGM_SYS_ACRNMS: /(?:^|,\s*)(?:RCRAINFO|ACRES):[^,]/ },
  parts: { column: 'state', whole: states.split(' ') },
  seen: {
    by: 'code',
    note: 'columns and address pattern by state as four public clients of 2026 use them; not seen live by us',
  },
};

export default dataset;
