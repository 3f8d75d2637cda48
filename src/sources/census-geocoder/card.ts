import type { SourceCard } from '../../kernel/source-card.ts';

export const geocoderUrl = 'https://geocoding.geo.census.gov/geocoder/geographies';

const card: SourceCard = {
  id: 'census-geocoder',
  name: 'Census Geocoder',
  publisher: 'US Census Bureau',
  authority: 'official',
  landingUrl: 'https://geocoding.geo.census.gov/geocoder/',
  endpoint: `${geocoderUrl}/onelineaddress`,
  covers: 'United States, Puerto Rico and the Island Areas',
  cadence: 'benchmark renewed about twice a year',
  licenseNote: 'US government work, public domain',
  licenseUrl: 'https://www.census.gov/data/developers/about/terms-of-service.html',
  verifiedAt: null,
  verification: {
    word: 'recorded_sample',
    note: 'Shape of matches, geographies and layer errors checked against recorded answers; layer names follow the current vintage.',
  },
  http: { timeoutMs: 8000, ttlSeconds: 30 * 86_400, concurrency: 6 },
  probe: {
    url: `${geocoderUrl}/coordinates?x=-78.6431&y=35.7783&benchmark=Public_AR_Current&vintage=Current_Current&format=json`,
    expect: ['result.geographies'],
  },
  limits: [
    'The point is interpolated along a street range: an address, never a rooftop or a parcel',
    'A layer that fails inside a successful answer is reported as failed',
  ],
};

export default card;
