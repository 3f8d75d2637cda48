import { id } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { superfundSites } from '../../sources/epa-sems/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('epa-superfund-sites', {
  columns: { ...mirrorColumns(superfundSites), state: id('fk_ref_state_code') },
  keys: [['state'], ['countyFips']],
});
