import { digits, money, number, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { nriHazards } from '../../sources/fema-nri/fields.ts';

export const hazardColumns = table('fema-nri-counties', {
  countyFips: digits('STCOFIPS', 5, { required: true }),
  version: text('NRI_VER'),
  // composite figures and their classes stay out of the copy
  ...Object.fromEntries(
    Object.keys(nriHazards).flatMap((code) => [
      [`${code}_AFREQ`, number(`${code}_AFREQ`, { unit: 'events per year' })],
      [`${code}_EALT`, money(`${code}_EALT`, { zero: 'real' })],
    ]),
  ),
});
