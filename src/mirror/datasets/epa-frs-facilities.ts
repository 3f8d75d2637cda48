import { mirrorColumns } from '../../fields/table.ts';
import { registryFacilities } from '../../sources/epa-frs/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

const states =
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy as gu mp pr vi';

export default dataset('epa-frs-facilities', {
  file: { encoding: 'latin1', member: /\.csv$/i },
  columns: mirrorColumns(registryFacilities),
  keys: [['countyFips', 'isRcra'], ['zip', 'isRcra'], ['state']],
  keep: { PGM_SYS_ACRNMS: /(?:^|,\s*)(?:RCRAINFO|ACRES):[^,]/ },
  parts: { column: 'state', whole: states.split(' ') },
});
