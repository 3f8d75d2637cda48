import type { SourceCard } from '../../kernel/source-card.ts';

const service = 'https://echodata.epa.gov/echo/echo_rest_services';

const card: SourceCard = {
  id: 'epa-echo',
  name: 'Enforcement and Compliance History Online (ECHO), all programs',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://echo.epa.gov/facilities/facility-search',
  datasetUrl: 'https://echo.epa.gov/facilities/facility-search',
  recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid={recordId}',
  endpoint: `${service}.get_facilities`,
  covers: 'Facilities regulated under the air, water, hazardous waste and drinking water acts, United States',
  cadence: 'weekly; state agencies report with a lag of 30 to 90 days',
  lagDays: 90,
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'public_client',
    on: '2026-07-28',
    note: 'Two-step search checked live by others on 2026-07-28; error bodies and counts by recordings of 2024.',
  },
  http: { timeoutMs: 20_000, maxBytes: 12_000_000, concurrency: 1, perSecond: 1, ttlSeconds: 1200 },
  probe: {
    url: `${service}.metadata?output=JSON`,
    expect: ['Results.ResultColumns.0.ColumnName'],
  },
  limits: [
    'At most 300 questions an hour and 1,500 a day before EPA throttles',
    'A facility without coordinates cannot be measured and is counted apart',
    "EPA's own significant-noncompliance flag is not kept up; the compliance status text is",
  ],
};

export default card;
