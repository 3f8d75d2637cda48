import type { SourceCard } from '../../kernel/source-card.ts';

/** Editions are under the last of their five years: `{endpoint}/2024/acs/acs5`. */
const endpoint = 'https://api.census.gov/data';

const card: SourceCard = {
  id: 'census-acs',
  name: 'American Community Survey, five-year estimates',
  publisher: 'US Census Bureau',
  authority: 'official',
  landingUrl: 'https://www.census.gov/programs-surveys/acs',
  datasetUrl: 'https://www.census.gov/data/developers/data-sets/acs-5year.html',
  recordUrl: 'https://data.census.gov/profile?g={geography}',
  endpoint,
  covers: 'Counties, census tracts and ZIP areas of the United States and Puerto Rico',
  outside: ['AS', 'GU', 'MP', 'VI'],
  cadence: 'yearly, in December or January',
  licenseNote: 'US government work, public domain; not endorsed or certified by the Census Bureau',
  seen: {
    by: 'code',
    note: 'Request and answer as public clients use them in 2026; a key has been needed since 2026-05-12; not called by us.',
  },
  key: {
    setting: 'SVC_KEY_CENSUS',
    required: true,
    in: 'query',
    name: 'key',
    signUpUrl: 'https://api.census.gov/data/key_signup.html',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 2_592_000 },
  probe: { url: `${endpoint}/2024/acs/acs5?get=NAME,B25001_001E&for=county:183&in=state:37`, expect: ['0.0', '1.0'] },
  peopleFree: true,
  limits: ['Estimates of a sample with margins of error at 90 % confidence', 'Five years together, not one year'],
};

export default card;
