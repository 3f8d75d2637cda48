import type { SourceCard } from '../../kernel/source-card.ts';

const service = 'https://echodata.epa.gov/echo/rcra_rest_services';

const card: SourceCard = {
  id: 'epa-rcra',
  name: 'RCRAInfo hazardous waste handlers, through ECHO',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://echo.epa.gov/facilities/facility-search/hazardous-waste',
  datasetUrl: 'https://echo.epa.gov/facilities/facility-search/hazardous-waste',
  recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid={recordId}',
  endpoint: `${service}.get_facilities`,
  covers: 'Generators, transporters and treatment, storage and disposal facilities of hazardous waste, United States',
  cadence: 'weekly; states report with a lag of 30 to 90 days',
  lagDays: 90,
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Columns from two public clients that call the service; the two-step search itself was seen live in July 2026.',
  },
  http: { timeoutMs: 20_000, maxBytes: 12_000_000, concurrency: 1, perSecond: 1, ttlSeconds: 1200 },
  probe: {
    url: `${service}.metadata?output=JSON`,
    expect: ['Results.ResultColumns.0.ColumnName'],
  },
  limits: [
    'A handler notified EPA of an activity; that is not a release',
    'Generator classes are as last notified; very small generators need not notify in most states',
  ],
};

export default card;
