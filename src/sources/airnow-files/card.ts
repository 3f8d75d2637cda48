import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://files.airnowtech.org/airnow';

const card: SourceCard = {
  id: 'airnow-files',
  name: 'AirNow file products',
  publisher: 'US Environmental Protection Agency with state, local and tribal agencies',
  authority: 'official',
  landingUrl: 'https://docs.airnowapi.org/files',
  datasetUrl: 'https://docs.airnowapi.org/files',
  endpoint: `${endpoint}/today`,
  covers: 'Monitors and reporting areas of the United States, some of Canada and Mexico',
  cadence: 'hourly',
  licenseNote: 'Public data of EPA and partner agencies; preliminary, not for regulatory use',
  seen: {
    by: 'public_client',
    on: '2026-10-03',
    note: 'Files without a key seen by others on 2026-10-03; columns from public readers of the files.',
  },
  http: { timeoutMs: 15_000, maxBytes: 30_000_000, concurrency: 3, ttlSeconds: 900 },
  peopleFree: true,
  limits: ['Preliminary and not fully verified', 'The hourly file has concentrations, not index values'],
};

export default card;
