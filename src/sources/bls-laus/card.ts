import type { SourceCard } from '../../kernel/source-card.ts';

/** The registered interface takes its key in the address of a GET; the open one answers several series in one POST. */
export const blsUrls = {
  registered: 'https://api.bls.gov/publicAPI/v2/timeseries/data/',
  open: 'https://api.bls.gov/publicAPI/v1/timeseries/data/',
} as const;

const card: SourceCard = {
  id: 'bls-laus',
  name: 'Local Area Unemployment Statistics (LAUS), counties',
  publisher: 'US Bureau of Labor Statistics',
  authority: 'official',
  landingUrl: 'https://www.bls.gov/lau/',
  datasetUrl: 'https://www.bls.gov/lau/',
  recordUrl: 'https://data.bls.gov/timeseries/{recordId}',
  endpoint: blsUrls.registered,
  covers: 'Counties and county equivalents of the United States and Puerto Rico',
  outside: ['AS', 'GU', 'MP', 'VI'],
  cadence: 'monthly, about a month after the month it speaks of',
  lagDays: 35,
  licenseNote:
    'US government work, public domain. BLS.gov cannot vouch for the data or analyses derived from these data after retrieval.',
  seen: {
    by: 'recording',
    note: 'Shape of the answer and of its errors checked against recorded answers of 2023; limits without a key not called by us.',
  },
  key: {
    setting: 'SVC_KEY_BLS',
    required: false,
    in: 'query',
    name: 'registrationkey',
    signUpUrl: 'https://data.bls.gov/registrationEngine/',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 43_200, concurrency: 4 },
  probe: { url: `${blsUrls.registered}LAUCN371830000000003`, expect: ['status', 'Results'] },
  peopleFree: true,
  limits: ['Without a key the interface answers few questions a day', 'Not seasonally adjusted; revised every year'],
};

export default card;
