import { digits, id } from '../../fields/define.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('epa-ucmr5-zips', {
  file: { delimiter: '\t', encoding: 'latin1', member: /UCMR5_ZIPCodes\.txt$/i },
  columns: {
    pwsId: id('PWSID', { pad: 9, required: true }),
    zip: digits('ZIPCODE', 5, { required: true }),
  },
  keys: [['zip'], ['pwsId']],
});
