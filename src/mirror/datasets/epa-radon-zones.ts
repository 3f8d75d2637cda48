import { z } from 'zod';
import { computed, count } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { countyKey } from '../../geography/county-name.ts';

/** "Wake, NC" in two parts; the independent cities of Virginia are under a state named VA-CITY, without the word "city". */
function countyOf([named, state]: readonly unknown[]): { readonly county: string; readonly state: string } | undefined {
  const name = String(named ?? '').trim();
  if (name === 'District of Columbia') return { county: name, state: 'DC' };
  const [, county = '', code] = /^(.+), ([A-Z]{2})$/.exec(name) ?? [];
  return code === undefined ? undefined : { county: state === 'VA-CITY' ? `${county} city` : county, state: code };
}
const columns = ['County,State', 'STATE'];

export const radonZones = table('epa-radon-zones', {
  state: computed(columns, z.string(), (cells) => countyOf(cells)?.state, { required: true }),
  county: computed(columns, z.string(), (cells) => countyOf(cells)?.county, { required: true }),
  countyKey: computed(columns, z.string(), (cells) => countyKey(countyOf(cells)?.county ?? '')),
  zone: count('Zone', { required: true }),
});
