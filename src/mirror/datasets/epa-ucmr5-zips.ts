import { digits, id } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

export const testedZips = table('epa-ucmr5-zips', {
  pwsId: id('PWSID', { pad: 9, required: true }),
  zip: digits('ZIPCODE', 5, { required: true }),
});
