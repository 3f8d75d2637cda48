import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';

const dayMs = 86_400_000;

/** Tuesdays of the queried period, newest last, as the service sends them. */
function tuesdays(from: string, to: string): Date[] {
  const days: Date[] = [];
  for (let time = Date.parse(`${from} UTC`); time <= Date.parse(`${to} UTC`); time += dayMs) {
    const day = new Date(time);
    if (day.getUTCDay() === 2) days.push(day);
  }
  return days;
}

/** Connecticut answers by planning region only; Harrison County, Mississippi, has no rows. */
const known: Readonly<Record<string, { county: string; state: string; shares: readonly number[] }>> = {
  [samplePlaces.raleigh.countyFips]: { county: 'Wake County', state: 'NC', shares: [12.5, 87.5, 61.25, 18, 0, 0] },
  [samplePlaces.chicago.countyFips]: { county: 'Cook County', state: 'IL', shares: [100, 0, 0, 0, 0, 0] },
  '09110': { county: 'Capitol Planning Region', state: 'CT', shares: [40, 60, 0, 0, 0, 0] },
};

const fakeUpstream: FakeUpstream = {
  cardId: 'usdm',
  hosts: ['usdmdataservices.unl.edu'],
  respond({ path, query, headers }) {
    if (!path.endsWith('/GetDroughtSeverityStatisticsByAreaPercent')) return undefined;
    if (!(headers.accept ?? '').includes('application/json')) return { body: 'MapDate,FIPS,County\n' };
    const days = tuesdays(query.get('startdate') ?? '', query.get('enddate') ?? '');
    const rows = (query.get('aoi') ?? '').split(',').flatMap((fips) => {
      const entry = known[fips];
      if (!entry) return [];
      const [none, d0, d1, d2, d3, d4] = entry.shares;
      return days.map((day) => ({
        mapDate: day.toISOString().slice(0, 19),
        fips,
        county: entry.county,
        state: entry.state,
        ...{ none, d0, d1, d2: String(d2), d3, d4 },
        validStart: day.toISOString().slice(0, 19),
        validEnd: new Date(day.getTime() + 7 * dayMs - 1000).toISOString().slice(0, 19),
        statisticFormatID: 1,
      }));
    });
    return { body: rows };
  },
};

export default fakeUpstream;
