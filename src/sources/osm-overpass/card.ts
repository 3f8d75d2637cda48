import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://overpass-api.de/api/interpreter';

/** A second public instance of the same data, asked where the first fails. */
export const secondInstance = 'https://overpass.private.coffee/api/interpreter';

const card: SourceCard = {
  id: 'osm-overpass',
  name: 'OpenStreetMap, Overpass API',
  publisher: 'OpenStreetMap contributors',
  authority: 'secondary',
  landingUrl: 'https://www.openstreetmap.org/copyright',
  datasetUrl: 'https://www.openstreetmap.org/copyright',
  endpoint,
  covers: 'World, as volunteers have mapped it',
  cadence: 'minutes; the age of the data stands in each answer',
  licenseNote: '© OpenStreetMap contributors, Open Database License (ODbL) 1.0',
  licenseUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
  seen: {
    by: 'recording',
    note: 'Answers and error remarks recorded by others; the second instance is known from public lists only. Not called by us.',
  },
  http: { timeoutMs: 30_000, ttlSeconds: 604_800, concurrency: 1, perSecond: 1, retries: 0 },
  probe: {
    url: `${endpoint}?data=%5Bout%3Ajson%5D%3Bnode(1)%3Bout%3B`,
    expect: ['osm3s.timestamp_osm_base'],
  },
  limits: ['Mapped by volunteers: places can be missing, closed or moved', 'Opening and quality are not part of it'],
};

export default card;
