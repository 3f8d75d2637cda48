import { mirrorColumns } from '../../fields/table.ts';
import { pfasResults } from '../../sources/epa-pfas-tools/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('epa-ucmr5', {
  file: { delimiter: '\t', encoding: 'latin1', member: /UCMR5_All\.txt$/i },
  columns: mirrorColumns(pfasResults),
  keys: [['pwsId'], ['state']],
  keep: { Contaminant: /^(?!lithium$)/i },
});
