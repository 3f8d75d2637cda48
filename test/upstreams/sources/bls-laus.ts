import type { FakeUpstream } from '../fake-upstream.ts';

/** Wake and Cook counties; Connecticut by planning region. Every other series does not exist. */
const known: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '37183': { '03': 3.4, '04': 23_200, '05': 659_400, '06': 682_600 },
  '17031': { '03': 5.1, '04': 131_000, '05': 2_437_000, '06': 2_568_000 },
  '09110': { '03': 3.6, '04': 18_900, '05': 506_000, '06': 524_900 },
};

function seriesOf(id: string) {
  const [, fips = '', measure = ''] = /^LAUCN(\d{5})0{8}(\d{2})$/.exec(id) ?? [];
  const value = known[fips]?.[measure];
  if (value === undefined) return { seriesID: id, data: [] };
  const data = Array.from({ length: 20 }, (_, at) => {
    const serial = 2026 * 12 + 8 - at;
    const month = String((serial % 12) + 1).padStart(2, '0');
    return {
      year: String(Math.floor(serial / 12)),
      period: `M${month}`,
      periodName: month,
      ...(at === 0 && { latest: 'true' }),
      value: at === 5 ? '-' : measure === '03' ? (value + (at % 3) / 10).toFixed(1) : String(value - at * 10),
      footnotes: [at === 0 ? { code: 'P', text: 'Preliminary.' } : {}],
    };
  });
  const mean = { year: '2025', period: 'M13', periodName: 'Annual', value: '99.9', footnotes: [{}] };
  return { seriesID: id, data: [...data.slice(0, 9), mean, ...data.slice(9)] };
}

const fakeUpstream: FakeUpstream = {
  cardId: 'bls-laus',
  hosts: ['api.bls.gov'],
  respond({ path, method, body, query }) {
    const queried = path.split('/timeseries/data/')[1];
    if (queried === undefined) return undefined;
    // the real interface refuses a key of another series of versions; a POST must carry none
    if (method === 'POST' && (body.includes('registrationkey') || query.has('registrationkey'))) {
      return { body: { status: 'REQUEST_NOT_PROCESSED', message: ['The key was not expected here'], Results: {} } };
    }
    const ids = method === 'POST' ? (JSON.parse(body) as { seriesid: string[] }).seriesid : [queried];
    const series = ids.map(seriesOf);
    const missing = series.filter(({ data }) => data.length === 0).map(({ seriesID }) => seriesID);
    const results = { series };
    return {
      body: {
        status: 'REQUEST_SUCCEEDED',
        responseTime: 104,
        message: missing.map((id) => `Invalid Series for Series  ${id}`),
        Results: missing.length > 0 ? [results] : results,
      },
    };
  },
};

export default fakeUpstream;
