import { z } from 'zod';
import { computed, count } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { countyKey } from '../../geography/county-name.ts';
import type { Dataset } from '../engine/dataset.ts';

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

export default {
  id: 'epa-radon-zones',
  title: 'Map of Radon Zones, county table',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://www.epa.gov/system/files/other-files/2024-06/radon-zones-202406.json',
  datasetUrl: 'https://www.epa.gov/radon/epa-map-radon-zones-0',
  vintage: '1993 map, table published June 2024',
  outside: ['AS', 'MP', 'PR', 'VI'],
  megabytes: 0.5,
  cadence: 'the map dates from 1993 and is not revised',
  staleAfterDays: 3650,
  file: { format: 'json', path: 'data' },
  columns: mirrorColumns(radonZones),
  keys: [['state', 'countyKey']],
  keep: { Zone: /^[123]$/ },
  seen: {
    by: 'code',
    note: 'address and columns as two public clients of the June 2024 edition use them; not seen live by us',
  },
} satisfies Dataset;
