import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://data.sf.gov/resource/gdc7-dmcn.json';

const card: SourceCard = {
  id: 'sf-rent-board-inventory',
  name: 'Rent Board Housing Inventory',
  publisher: 'San Francisco Rent Board',
  authority: 'official',
  landingUrl: 'https://www.sf.gov/departments--rent-board',
  datasetUrl: 'https://data.sf.gov/d/gdc7-dmcn',
  endpoint,
  covers: 'Rental units of San Francisco whose owners reported them; positions and addresses by block',
  cadence: 'daily, as owners report once a year',
  licenseNote: 'PDDL',
  seen: {
    by: 'code',
    note: 'Address, columns and rent bands as two public clients read them in 2026; not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 86_400 },
  probe: {
    url: `${endpoint}?$limit=1`,
    expect: ['0.unique_id'],
    columns: ['submission_year', 'occupancy_type', 'bedroom_count', 'monthly_rent', 'point'],
  },
  peopleFree: true,
  limits: [
    'Rents as owners report them, in bands, without utilities being told apart',
    'Positions are the middle of a block, moved a little by the publisher',
  ],
};

export default card;
