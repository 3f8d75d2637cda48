import { code, count, digits, number, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

/** Share of the units of a county for which a service of at least a speed (Mbit/s down and up) is reported. */
const share = (speed: string) => number(`speed_${speed}`);

export const broadbandShares = table('fcc-bdc-summary', {
  countyFips: digits('geography_id', 5, { required: true }),
  county: text(['geography_desc_full', 'geography_desc']),
  technology: text('technology', { required: true }),
  use: code('biz_res'),
  units: count('total_units'),
  share02: share('02_02'),
  share10: share('10_1'),
  share25: share('25_3'),
  share100: share('100_20'),
  share250: share('250_25'),
  share1000: share('1000_100'),
});
