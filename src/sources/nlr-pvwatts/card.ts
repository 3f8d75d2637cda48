import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://developer.nlr.gov/api/pvwatts/v8.json';

const card: SourceCard = {
  id: 'nlr-pvwatts',
  name: 'PVWatts V8, modeled energy of a grid-connected photovoltaic system (NLR)',
  publisher: 'National Laboratory of the Rockies',
  authority: 'official',
  landingUrl: 'https://pvwatts.nlr.gov/',
  datasetUrl: 'https://developer.nlr.gov/docs/solar/pvwatts/v8/',
  endpoint,
  covers: 'Places that the National Solar Radiation Database covers, the United States among them',
  cadence: 'reckoned at each question, out of typical weather of the edition of 2020',
  licenseNote: 'Developed by the laboratory for the US Department of Energy; it asks to be named as the source',
  seen: {
    by: 'public_client',
    on: '2026-05-29',
    note: 'Request and shape as the documentation and several public clients have them. Not called by us.',
  },
  key: {
    setting: 'SVC_KEY_NLR',
    required: true,
    in: 'header',
    name: 'X-Api-Key',
    signUpUrl: 'https://developer.nlr.gov/signup/',
  },
  http: { timeoutMs: 10_000, ttlSeconds: 86_400, concurrency: 2 },
  probe: {
    url: `${endpoint}?lat=35.78&lon=-78.64&system_capacity=8&azimuth=180&tilt=20&array_type=1&module_type=0&losses=14&timeframe=monthly`,
    expect: ['outputs.ac_annual', 'outputs.ac_monthly.11'],
  },
  peopleFree: true,
  limits: [
    'A model of a system that was named, out of typical weather: no measurement, and nothing of the roof, its shade or its snow',
    'Of a typical year: a single year, and a single month still more, differ from it',
  ],
};

export default card;
