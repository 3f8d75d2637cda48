import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://earthquake.usgs.gov/ws/designmaps/asce7-22.json';

const card: SourceCard = {
  id: 'usgs-designmaps',
  name: 'USGS seismic design web service, ASCE/SEI 7-22',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://earthquake.usgs.gov/ws/designmaps/',
  datasetUrl: 'https://earthquake.usgs.gov/ws/designmaps/',
  endpoint,
  covers: 'United States and territories that the reference document covers',
  cadence: 'with each edition of the reference document',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'recording',
    note: 'Parameters and response fields from partial answers recorded by others (July 2026). Not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 7_776_000, concurrency: 2 },
  probe: {
    url: `${endpoint}?latitude=38.7&longitude=-90.05&riskCategory=II&siteClass=Default&title=probe`,
    expect: ['response.data.ss'],
  },
  peopleFree: true,
  limits: ['Site class and risk category are inputs, not findings', 'Mapped ground motions for design; no forecast'],
};

export default card;
