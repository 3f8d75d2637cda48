import type { FakeUpstream } from '../fake-upstream.ts';

const datasets: Readonly<
  Record<string, { readonly years: readonly string[]; readonly mean: string; readonly of: number }>
> = {
  'vpk8-vfhm': { years: ['2021'], mean: 'ds_pm_pred', of: 7.4 },
  '96sd-hxdt': { years: ['2016', '2017', '2018', '2019', '2020'], mean: 'ds_pm_pred', of: 7.9 },
  'b72x-p96c': { years: ['2021', '2022'], mean: 'ds_o3_pred', of: 41.2 },
  'hf2a-3ebq': { years: ['2016', '2017', '2018', '2019', '2020'], mean: 'ds_o3_pred', of: 40.1 },
};

/** Tracts of two sample places without a monitor; the zero in front of a state's code is left out, as it is there. */
const tracts: ReadonlySet<string> = new Set(['20091053602', '9003502100']);

/**
 * Four datasets with their years, columns (`ctfips` without a zero in front) and grouped means as text, after CDC's own
 * description of the columns and three public clients (housing-nutrition-label and a hazard score of 2026, Data Commons'
 * import). The values are made up.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'cdc-modeled-air',
  hosts: ['data.cdc.gov'],
  respond({ path, query }) {
    const [, id = ''] = /^\/resource\/(\w{4}-\w{4})\.json$/.exec(path) ?? [];
    const dataset = datasets[id];
    if (!dataset) return undefined;
    const { years, mean, of } = dataset;
    const error = mean.replace('pred', 'stdd');
    const where = query.get('$where');
    if (where === null)
      return {
        body: [
          { year: years[0], date: '01JAN2021', statefips: '20', ctfips: '20091053602', [mean]: '6.1', [error]: '1.9' },
        ],
      };
    const queried = [...where.matchAll(/'(\d+)'/g)].map(([, tract = '']) => tract);
    if (
      query.get('$group') !== 'year' ||
      !where.startsWith('ctfips in') ||
      !query.get('$select')?.includes(`avg(${mean})`)
    )
      return { status: 400, body: { code: 'query.compiler.malformed', error: true, message: 'malformed' } };
    if (!queried.some((tract) => tracts.has(tract))) return { body: [] };
    return {
      body: years
        .map((year, at) => ({ year, mean: String(of + at * 0.1537), error: String(1.8231 + at * 0.01) }))
        .toReversed(),
    };
  },
};

export default fakeUpstream;
