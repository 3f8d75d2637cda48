import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://api.eia.gov/v2/electricity/retail-sales/data/';

const card: SourceCard = {
  id: 'eia-retail-sales',
  name: 'Electricity sales to ultimate customers, average prices by state (EIA Open Data)',
  publisher: 'US Energy Information Administration',
  authority: 'official',
  landingUrl: 'https://www.eia.gov/electricity/data.php#sales',
  datasetUrl: 'https://www.eia.gov/opendata/browser/electricity/retail-sales',
  endpoint,
  covers: 'The 50 states and the District of Columbia, each as a whole',
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  cadence: 'monthly, about two months after the month; annual figures are final in the autumn after the year',
  lagDays: 60,
  licenseNote: 'US government work, public domain; EIA asks to be named as the source',
  seen: {
    by: 'public_client',
    on: '2026-09-27',
    note: 'Request and shape as others saw the service answer on that day; not called by us.',
  },
  key: {
    setting: 'SVC_KEY_EIA',
    required: true,
    in: 'query',
    name: 'api_key',
    signUpUrl: 'https://www.eia.gov/opendata/register.php',
  },
  http: { timeoutMs: 10_000, ttlSeconds: 86_400, concurrency: 2 },
  probe: {
    url: `${endpoint}?frequency=annual&facets%5Bstateid%5D%5B%5D=NC&data%5B0%5D=price&length=1`,
    expect: ['response.data.0.price'],
  },
  peopleFree: true,
  limits: [
    'An average over all utilities and customers of a state: no tariff and no bill',
    'Newest months are preliminary',
  ],
};

export default card;
