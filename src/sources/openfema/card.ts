import type { SourceCard } from '../../kernel/source-card.ts';

const card: SourceCard = {
  id: 'openfema',
  name: 'OpenFEMA',
  publisher: 'Federal Emergency Management Agency',
  authority: 'official',
  landingUrl: 'https://www.fema.gov/openfema-data-page/disaster-declarations-summaries-v2',
  datasetUrl: 'https://www.fema.gov/openfema-data-page/disaster-declarations-summaries-v2',
  recordUrl: 'https://www.fema.gov/disaster/{recordId}',
  endpoint: 'https://www.fema.gov/api/open/v2/DisasterDeclarationsSummaries',
  covers: 'United States, territories and tribal nations; declarations since 1953, by county since 1964',
  cadence: 'several times an hour',
  licenseNote:
    'Public domain under the OpenFEMA terms: "This product uses the FEMA OpenFEMA API, but is not endorsed by FEMA."',
  licenseUrl: 'https://www.fema.gov/about/openfema/terms-conditions',
  seen: {
    by: 'recording',
    note: 'Field list, count behaviour and error bodies from recordings by others; not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 3600, concurrency: 2 },
  probe: {
    url: 'https://www.fema.gov/api/open/v2/DisasterDeclarationsSummaries?%24top=1',
    expect: ['DisasterDeclarationsSummaries.0.disasterNumber'],
  },
  peopleFree: true,
  limits: [
    'One row per declared area; www.fema.gov refuses some networks',
    'A declaration of a county is not eligibility of a household',
  ],
};

export default card;
