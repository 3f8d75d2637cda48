import { countyKey } from '../../geography/county-name.ts';
import type { Dataset, RawRow } from '../engine/dataset.ts';

/** "Wake, NC" in two parts. */
function split(raw: RawRow): { county: string; state: string } | undefined {
  const named = String(raw['County,State'] ?? '').trim();
  if (named === 'District of Columbia') return { county: named, state: 'DC' };
  const match = /^(.+), ([A-Z]{2})$/.exec(named);
  return match ? { county: match[1] ?? '', state: match[2] ?? '' } : undefined;
}

/** Virginia's independent cities stand under a state of their own, without the word "city". */
const isVirginiaCity = (raw: RawRow) => raw.STATE === 'VA-CITY';

const dataset: Dataset = {
  id: 'epa-radon-zones',
  title: 'Map of Radon Zones, county table',
  publisher: 'US Environmental Protection Agency',
  sourceUrl: 'https://www.epa.gov/system/files/other-files/2024-06/radon-zones-202406.json',
  datasetUrl: 'https://www.epa.gov/radon/epa-map-radon-zones-0',
  licenseNote: 'US government work, public domain',
  vintage: '1993 map, table published June 2024',
  outside: ['AS', 'MP', 'PR', 'VI'],
  megabytes: 0.5,
  cadence: 'the map dates from 1993 and is not revised',
  staleAfterDays: 3650,
  file: { format: 'json', path: 'data' },
  columns: {
    state: { type: 'text', value: (raw) => split(raw)?.state },
    county: { type: 'text', value: (raw) => (isVirginiaCity(raw) ? `${split(raw)?.county} city` : split(raw)?.county) },
    countyKey: {
      type: 'text',
      value: (raw) => countyKey(`${split(raw)?.county ?? ''}${isVirginiaCity(raw) ? ' city' : ''}`),
    },
    zone: { type: 'integer', value: (raw) => Number(raw.Zone) },
  },
  keys: [['state', 'countyKey']],
  keep: (raw) => /^[123]$/.test(String(raw.Zone ?? '').trim()) && split(raw) !== undefined,
  limits: ['A county average predicted in 1993; homes with high levels have been found in all three zones.'],
  seen: {
    by: 'code',
    note: 'address and columns as two public clients of the June 2024 edition use them; not seen live by us',
  },
};

export default dataset;
