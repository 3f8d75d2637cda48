import type { SourceCard } from '../../kernel/source-card.ts';

const card: SourceCard = {
  id: 'usda-sda',
  name: 'SSURGO soil survey, USDA Soil Data Access',
  publisher: 'USDA Natural Resources Conservation Service',
  authority: 'official',
  landingUrl: 'https://sdmdataaccess.nrcs.usda.gov/',
  datasetUrl: 'https://www.nrcs.usda.gov/resources/data-and-reports/soil-survey-geographic-database-ssurgo',
  endpoint: 'https://sdmdataaccess.sc.egov.usda.gov/tabular/post.rest',
  covers: 'United States and territories where a detailed soil survey is published',
  cadence: 'refreshed every October',
  licenseNote: 'US government work, public domain; credit USDA NRCS',
  seen: {
    by: 'code',
    note: 'Query form and answer shape as the NRCS client library uses them in July 2026; tables cointerp, comonth, cosoilmoist and corestrictions as three public clients asked them in June 2026. Not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 2_592_000, concurrency: 2, retries: 1 },
  peopleFree: true,
  limits: [
    'Map units are drawn at 1:12,000 to 1:24,000; a component is a share of the unit, not a spot in it',
    'The service is down for maintenance every day from 00:30 to 00:45 US Central time',
  ],
};

export default card;
