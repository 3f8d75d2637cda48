import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://www.airnowapi.org/aq/observation/current/ziplatLong/';

const card: SourceCard = {
  id: 'airnow-api',
  name: 'AirNow API, current observations',
  publisher: 'US Environmental Protection Agency with state, local and tribal agencies',
  authority: 'official',
  landingUrl: 'https://docs.airnowapi.org/',
  datasetUrl: 'https://docs.airnowapi.org/CurrentObservationsByLatLon/docs',
  endpoint,
  covers: 'United States; the closest reading of each pollutant within 50 miles',
  cadence: 'hourly',
  licenseNote: 'Public data of EPA and partner agencies; preliminary, not for regulatory use',
  seen: { by: 'recording', note: 'Service of June 2026 and its fields by a recording; not called by us.' },
  key: {
    setting: 'SVC_KEY_AIRNOW',
    required: true,
    in: 'query',
    name: 'API_KEY',
    signUpUrl: 'https://docs.airnowapi.org/account/request/',
  },
  http: { timeoutMs: 12_000, concurrency: 2, ttlSeconds: 3600 },
  limits: ['The closest reading of each pollutant can be as far as 50 miles away; the answer has no coordinates'],
};

export default card;
