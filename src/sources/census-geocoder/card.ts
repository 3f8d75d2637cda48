import type { SourceCard } from '../../kernel/source-card.ts';

const service = 'https://geocoding.geo.census.gov/geocoder/geographies';

/** The two questions that are asked of the service. */
export const geocoderUrls = {
  onelineaddress: `${service}/onelineaddress`,
  coordinates: `${service}/coordinates`,
} as const;

const card: SourceCard = {
  id: 'census-geocoder',
  name: 'Census Geocoder',
  publisher: 'US Census Bureau',
  authority: 'official',
  landingUrl: 'https://geocoding.geo.census.gov/geocoder/',
  datasetUrl: 'https://geocoding.geo.census.gov/geocoder/',
  endpoint: geocoderUrls.onelineaddress,
  covers: 'United States, Puerto Rico and the Island Areas',
  cadence: 'benchmark renewed about twice a year',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'recording',
    note: 'Shape checked against answers recorded by others in 2017 and the 2020s; reported as keyless and live in September 2026 by others; not called by us.',
  },
  http: { timeoutMs: 10_000, ttlSeconds: 2_592_000, concurrency: 4, perSecond: 8, retries: 1 },
  probe: {
    url: `${geocoderUrls.coordinates}?x=-77.0365&y=38.8977&benchmark=Public_AR_Current&vintage=Current_Current&format=json`,
    expect: ['result.geographies.Counties.0.GEOID'],
  },
  peopleFree: true,
  limits: [
    'The point is interpolated along a range of house numbers of a street: neither a rooftop nor a parcel',
    'No match means that the address is not in the Bureau’s address ranges, not that it does not exist',
    'Intersections and post office boxes are not matched',
    'Congressional and legislative layers carry their own vintage in their name',
  ],
};

export default card;
