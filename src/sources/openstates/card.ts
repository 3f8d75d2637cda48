import type { SourceCard } from '../../kernel/source-card.ts';

const card: SourceCard = {
  id: 'openstates',
  name: 'Open States current legislators',
  publisher: 'Plural (Open States)',
  authority: 'secondary',
  landingUrl: 'https://open.pluralpolicy.com/data/legislator-csv/',
  datasetUrl: 'https://open.pluralpolicy.com/data/legislator-csv/',
  endpoint: 'https://data.openstates.org/people/current/',
  covers: 'State legislators of the 50 states, the District of Columbia and Puerto Rico',
  outside: ['AS', 'GU', 'MP', 'VI'],
  cadence: 'nightly',
  licenseNote: 'Public domain (CC0)',
  seen: { by: 'code', note: 'File address and columns as several public clients use them in 2026; not called by us.' },
  http: { timeoutMs: 12_000, ttlSeconds: 86_400 },
  limits: ['A vacant seat has no row; the legislature itself keeps the official list'],
};

export default card;
