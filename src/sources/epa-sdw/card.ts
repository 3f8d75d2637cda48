import type { SourceCard } from '../../kernel/source-card.ts';

const service = 'https://echodata.epa.gov/echo/sdw_rest_services';

const card: SourceCard = {
  id: 'epa-sdw',
  name: 'ECHO drinking water systems (SDWIS)',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://echo.epa.gov/facilities/facility-search?mediaSelected=sdwa',
  datasetUrl: 'https://echo.epa.gov/facilities/facility-search?mediaSelected=sdwa',
  recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid={recordId}&sys=SDWIS',
  endpoint: `${service}.get_systems`,
  covers: 'Public water systems of the United States, territories and tribal land',
  cadence: 'quarterly; states report with a lag of about 90 days',
  lagDays: 90,
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'public_client',
    on: '2026-07-13',
    note: 'Search by state and county checked live by others in June and on 2026-07-13; column ids from a recording.',
  },
  http: { timeoutMs: 20_000, maxBytes: 12_000_000, concurrency: 1, perSecond: 1, ttlSeconds: 86_400 },
  probe: {
    url: `${service}.metadata?output=JSON`,
    expect: ['Results.ResultColumns.0.ColumnName'],
  },
  limits: ['A system is listed with every county it reports; that is not the same as serving an address'],
};

export default card;
