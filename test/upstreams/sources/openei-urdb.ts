import type { FakeUpstream, UpstreamReply } from '../fake-upstream.ts';
import { type KeyState, keyState } from '../keys.ts';

const second = (day: string) => Date.parse(`${day}T05:00:00Z`) / 1000;
const flat = (rate: number, adj?: number) => [[{ rate, unit: 'kWh', ...(adj !== undefined && { adj }) }]];

/** Tariffs of two utilities whose territories overlap; ended ones stay in the database, as they do in the real one. */
const tariffs = [
  {
    label: '5f0000000000000000000001',
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
    label: '5f0000000000000000000002',
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
    label: '5f0000000000000000000003',
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
    label: '5f0000000000000000000004',
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

const refusal = (status: number, code: string, message: string): UpstreamReply => ({
  status,
  body: { error: { code, message } },
});
const refusals: Readonly<Record<Exclude<KeyState, 'good'>, UpstreamReply>> = {
  missing: refusal(403, 'API_KEY_MISSING', 'No api_key was supplied.'),
  unknown: refusal(403, 'API_KEY_INVALID', 'An invalid api_key was supplied.'),
  throttled: refusal(429, 'OVER_RATE_LIMIT', 'You have exceeded your rate limit.'),
};

/**
 * Parameters, `items` and their members (ended tariffs among them, seconds since 1970, labels of 24 hexadecimal digits,
 * `is_default` often left out) after the documentation of the service (openei.org/services/doc/rest/util_rates) and two
 * public clients (python-openei, an importer of tariffs); errors are those of api.data.gov's gateway, which is in
 * front of it.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'openei-urdb',
  hosts: ['api.openei.org'],
  respond({ path, query }) {
    if (path !== '/utility_rates') return undefined;
    const key = keyState(query.get('api_key'));
    if (key !== 'good') return refusals[key];
    const inland = Number(query.get('lat') ?? 36) > 31;
    return { body: { items: inland ? tariffs : [] } };
  },
};

export default fakeUpstream;
