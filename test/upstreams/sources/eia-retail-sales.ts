import type { FakeUpstream } from '../fake-upstream.ts';

/** Residential price of the newest month in cents; the others follow from it. Mississippi has no price at all. */
const residential: Readonly<Record<string, number>> = { NC: 14.2, IL: 16.1, NY: 24.3, CT: 29.8, PA: 18.4 };
const factor: Readonly<Record<string, number>> = { RES: 1, COM: 0.75, IND: 0.55 };

function periodsOf(frequency: string | null): string[] {
  if (frequency === 'annual') return ['2025', '2024', '2023'];
  return Array.from({ length: 24 }, (_, at) => {
    const serial = 2026 * 12 + 8 - at;
    return `${Math.floor(serial / 12)}-${String((serial % 12) + 1).padStart(2, '0')}`;
  });
}

const fakeUpstream: FakeUpstream = {
  cardId: 'eia-retail-sales',
  hosts: ['api.eia.gov'],
  respond({ path, query }) {
    if (path !== '/v2/electricity/retail-sales/data/') return undefined;
    if (!query.get('api_key')) return { status: 403, body: { error: { code: 'API_KEY_MISSING', message: 'No key' } } };
    // repeated `data[]` keeps one column only at the real service
    if (query.get('data[0]') !== 'price') return { status: 400, body: { error: 'Invalid data column', code: 400 } };
    const state = query.get('facets[stateid][]') ?? '';
    const base = residential[state];
    const data = periodsOf(query.get('frequency')).flatMap((period, at) =>
      query.getAll('facets[sectorid][]').map((sectorid) => ({
        period,
        stateid: state,
        stateDescription: state,
        sectorid,
        sectorName: sectorid.toLowerCase(),
        // the newest month of industry is not published yet
        price:
          at === 0 && sectorid === 'IND' ? null : base && (base * (factor[sectorid] ?? 1) * (1 - at / 100)).toFixed(2),
        'price-units': 'cents per kilowatt-hour',
      })),
    );
    const rows = base === undefined ? [] : data.slice(0, Number(query.get('length')));
    return { body: { response: { total: String(data.length), dateFormat: 'YYYY', data: rows }, apiVersion: '2.1.9' } };
  },
};

export default fakeUpstream;
