import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://data.cdc.gov/resource/vpk8-vfhm.json';

const card: SourceCard = {
  id: 'cdc-modeled-air',
  name: 'Daily census tract-level concentrations of fine particles and ozone (Downscaler model)',
  publisher: 'Centers for Disease Control and Prevention, with the US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://ephtracking.cdc.gov/showAirLanding.action',
  datasetUrl: 'https://data.cdc.gov/d/vpk8-vfhm',
  endpoint,
  covers: 'Census tracts of the contiguous states',
  outside: ['AK', 'HI', 'PR', 'AS', 'GU', 'MP', 'VI'],
  cadence: 'a dataset for several years at a time, some years after them',
  licenseNote: 'US government work; statistical use, with its source named, and no interpretation in the name of CDC',
  seen: {
    by: 'code',
    note: "Datasets and columns as three public clients read them in 2026, with CDC's own description of the columns; not called by us.",
  },
  // one tract is picked out of a hundred million rows and its days are averaged by the source
  http: { timeoutMs: 10_000, ttlSeconds: 30 * 86_400, concurrency: 2 },
  probe: {
    url: `${endpoint}?$limit=1`,
    expect: ['0.ctfips'],
    columns: ['year', 'ctfips', 'ds_pm_pred', 'ds_pm_stdd'],
  },
  peopleFree: true,
  limits: [
    'Modeled out of monitors elsewhere and simulated air: nothing was measured in the tract',
    'Years from 2021 on are of the tracts of 2020, years before of those of 2010',
  ],
};

export default card;
