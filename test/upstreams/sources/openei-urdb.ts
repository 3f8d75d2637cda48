import type { FakeUpstream } from '../fake-upstream.ts';

const second = (day: string) => Date.parse(`${day}T05:00:00Z`) / 1000;
const flat = (rate: number, adj?: number) => [[{ rate, unit: 'kWh', ...(adj !== undefined && { adj }) }]];

/** Tariffs of two utilities whose territories overlap; ended ones stay in the database, as they do in the real one. */
const tariffs = [
  {
    label: 'tariff-0001',
    utility: 'Synthetic Progress Energy',
    eiaid: 3046,
    name: 'Residential Service RES-1',
    sector: 'Residential',
    startdate: second('2025-10-01'),
    is_default: true,
    approved: true,
    fixedchargefirstmeter: 14,
    fixedchargeunits: '$/month',
    source: 'https://example.org/tariffs/res-1.pdf',
    energyratestructure: flat(0.12119, 0.0031),
  },
  {
    label: 'tariff-0002',
    utility: 'Synthetic Progress Energy',
    eiaid: 3046,
    name: 'Residential Time of Use R-TOU',
    sector: 'Residential',
    startdate: second('2025-10-01'),
    approved: true,
    fixedchargefirstmeter: 16.85,
    fixedchargeunits: '$/month',
    energyratestructure: [
      [{ rate: 0.0769, unit: 'kWh' }],
      [{ rate: 0.1521, unit: 'kWh' }],
      [{ rate: 0.2641, unit: 'kWh' }],
    ],
  },
  {
    label: 'tariff-0003',
    utility: 'Synthetic Progress Energy',
    eiaid: 3046,
    name: 'Residential Service RES-1 (before)',
    sector: 'Residential',
    startdate: second('2023-10-01'),
    enddate: second('2025-10-01'),
    approved: true,
    energyratestructure: flat(0.1093),
  },
  {
    label: 'tariff-0004',
    utility: 'Synthetic Electric Member Cooperative',
    eiaid: 9837,
    name: 'Residential A',
    sector: 'Residential',
    startdate: second('2024-05-01'),
    approved: true,
    fixedchargefirstmeter: 1.05,
    fixedchargeunits: '$/day',
    energyratestructure: [
      [
        { rate: 0.118, unit: 'kWh', max: 800 },
        { rate: 0.109, unit: 'kWh' },
      ],
    ],
  },
];

/**
 * Parameters, `items` and their members (ended tariffs among them, seconds since 1970, `is_default` often left out) after
 * the documentation of the service (openei.org/services/doc/rest/util_rates) and two public clients.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'openei-urdb',
  hosts: ['api.openei.org'],
  respond({ path, query }) {
    if (path !== '/utility_rates') return undefined;
    if (!query.get('api_key')) return { status: 403, body: { error: { code: 'API_KEY_MISSING' } } };
    const inland = Number(query.get('lat') ?? 36) > 31;
    return { body: { items: inland ? tariffs : [] } };
  },
};

export default fakeUpstream;
