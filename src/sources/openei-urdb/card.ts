import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://api.openei.org/utility_rates';

const card: SourceCard = {
  id: 'openei-urdb',
  name: 'Utility Rate Database (OpenEI)',
  publisher: 'OpenEI, National Laboratory of the Rockies',
  authority: 'official',
  landingUrl: 'https://openei.org/wiki/Utility_Rate_Database',
  datasetUrl: 'https://apps.openei.org/USURDB/',
  recordUrl: 'https://apps.openei.org/USURDB/rate/view/{recordId}',
  endpoint,
  covers: 'Tariffs of US utilities, as experts and volunteers entered them',
  cadence: 'as tariffs are entered',
  licenseNote: 'CC0 1.0',
  licenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  seen: {
    by: 'public_client',
    on: '2026-09-27',
    note: 'Request and shape as others saw the service answer on that day; not called by us.',
  },
  key: {
    setting: 'SVC_KEY_OPENEI',
    required: true,
    in: 'query',
    name: 'api_key',
    signUpUrl: 'https://openei.org/services/api/signup/',
  },
  http: { timeoutMs: 10_000, ttlSeconds: 86_400, concurrency: 2 },
  probe: {
    url: `${endpoint}?version=latest&format=json&sector=Residential&detail=minimal&limit=1`,
    expect: ['items.0.label', 'items.0.utility'],
  },
  peopleFree: true,
  limits: [
    'Which utility serves an address is taken from the outline of its territory, and outlines overlap',
    'A tariff that its utility has changed since stands here until somebody enters the new one',
  ],
};

export default card;
