import type { SourceCard } from '../../kernel/source-card.ts';

const card: SourceCard = {
  id: 'osm-mapped-utilities',
  name: 'OpenStreetMap, mapped utility works (Overpass)',
  publisher: 'OpenStreetMap contributors',
  authority: 'secondary',
  landingUrl: 'https://www.openstreetmap.org/copyright',
  datasetUrl: 'https://www.openstreetmap.org/copyright',
  endpoint: 'https://overpass-api.de/api/interpreter',
  covers: 'World, as far as volunteers have mapped it',
  cadence: 'continuous; the answer names the moment of its data',
  licenseNote: '© OpenStreetMap contributors, Open Database License (ODbL) 1.0',
  licenseUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
  seen: { by: 'recording', note: 'Shape, and time-outs inside a 200, by recordings of 2026; not called by us.' },
  http: { timeoutMs: 25_000, concurrency: 1, perSecond: 1, ttlSeconds: 604_800, maxBytes: 5_000_000 },
  limits: ['A work that is not mapped is not listed; that says nothing about whether it exists'],
};

export default card;
