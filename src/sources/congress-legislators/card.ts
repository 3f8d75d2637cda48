import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://unitedstates.github.io/congress-legislators/legislators-current.json';

const card: SourceCard = {
  id: 'congress-legislators',
  name: 'Members of the United States Congress (congress-legislators)',
  publisher: 'The unitedstates project, from Congress and its Clerk',
  authority: 'secondary',
  landingUrl: 'https://github.com/unitedstates/congress-legislators',
  datasetUrl: 'https://github.com/unitedstates/congress-legislators',
  endpoint,
  covers: 'Senators, representatives and delegates in office',
  cadence: 'within days of a change, by volunteers',
  licenseNote: 'Public domain (CC0)',
  licenseUrl: 'https://github.com/unitedstates/congress-legislators/blob/main/LICENSE',
  seen: { by: 'recording', note: 'Shape checked against a copy of June 2026; the JSON address not called by us.' },
  http: { timeoutMs: 15_000, ttlSeconds: 86_400, maxBytes: 12_000_000 },
  probe: { url: endpoint, expect: ['0.name', '0.terms'] },
  limits: ['A vacant seat has no row; the Clerk of the House and the Senate keep the official lists'],
};

export default card;
