import type { SourceCard } from '../../kernel/source-card.ts';

const service = 'https://echodata.epa.gov/echo/cwa_rest_services';

const card: SourceCard = {
  id: 'epa-npdes-permits',
  name: 'ECHO water dischargers (NPDES permits)',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://echo.epa.gov/facilities/facility-search?mediaSelected=cwa',
  datasetUrl: 'https://echo.epa.gov/facilities/facility-search?mediaSelected=cwa',
  endpoint: `${service}.get_facilities`,
  covers: 'Facilities with a discharge permit under the Clean Water Act, United States',
  cadence: 'weekly',
  licenseNote: 'US government work, public domain',
  seen: { by: 'recording', note: 'Two-step search and column ids from recordings of 2024; not called by us.' },
  http: { timeoutMs: 20_000, maxBytes: 12_000_000, concurrency: 1, perSecond: 1, ttlSeconds: 86_400 },
  probe: {
    url: `${service}.metadata?output=JSON`,
    expect: ['Results.ResultColumns.0.ColumnName'],
  },
  limits: [
    "The point is the permitted facility's, not that of its sewers; facilities without coordinates are left out",
  ],
};

export default card;
