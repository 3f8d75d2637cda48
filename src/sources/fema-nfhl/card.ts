import type { SourceCard } from '../../kernel/source-card.ts';

const service = 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer';

/** Layers of the effective National Flood Hazard Layer, by the ids of its MapServer. */
export const nfhlLayers = {
  availability: `${service}/0`,
  lomr: `${service}/1`,
  panel: `${service}/3`,
  baseFloodElevationLine: `${service}/16`,
  community: `${service}/22`,
  zone: `${service}/28`,
  /** Letters of map amendment, and revisions based on fill. */
  loma: `${service}/34`,
} as const;

/** Official page on which a person finds the flood map of a place. */
export const mapServiceCenterUrl = 'https://msc.fema.gov/portal/search';

const card: SourceCard = {
  id: 'fema-nfhl',
  name: 'National Flood Hazard Layer (NFHL), effective',
  publisher: 'Federal Emergency Management Agency',
  authority: 'official',
  landingUrl: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
  datasetUrl: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
  endpoint: nfhlLayers.zone,
  covers: 'Areas of the United States and territories that have an effective digital flood map',
  cadence: 'continuous, as maps and letters of map revision become effective',
  licenseNote: 'US government work, public domain; effective data only, not for use as a determination',
  seen: {
    by: 'recording',
    note: 'Field names and sentinels checked against answers recorded by others in August 2026; not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 2_592_000, concurrency: 8 },
  probe: { url: `${service}/28?f=json`, expect: ['name', 'fields.0.name'] },
  peopleFree: true,
  limits: [
    'Absence of a digital map is not a flood zone and never Zone X',
    'The zone layer has no date of its own; the date is that of the map panel',
    'hazards.fema.gov refuses some networks',
  ],
};

export default card;
