import type { SourceCard } from '../../kernel/source-card.ts';

const org = 'https://services.arcgis.com/v01gqwM5QqNysAAi/arcgis/rest/services';

/** Points and mapped outlines of the inventory; the services are named v2 and hold version 3. */
export const landslideLayers = {
  points: `${org}/US_Landslide_point_v2/FeatureServer/11`,
  outlines: `${org}/US_Landslide_poly_v2/FeatureServer/1`,
} as const;

const card: SourceCard = {
  id: 'usgs-landslides',
  name: 'USGS national landslide inventory, version 3',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://www.usgs.gov/programs/landslide-hazards',
  datasetUrl: 'https://doi.org/10.5066/P14AJF8I',
  endpoint: landslideLayers.points,
  covers: 'United States, where an inventory has been made',
  cadence: 'every few years; version 3 of February 2025',
  licenseNote: 'US government compilation, public domain; contributing inventories are named in each row',
  seen: { by: 'code', note: 'Layers and field names as public clients used them in 2026. Not called by us.' },
  http: { timeoutMs: 15_000, ttlSeconds: 2_592_000, concurrency: 4 },
  probe: { url: `${landslideLayers.points}?f=json`, expect: ['fields.0.name'] },
  peopleFree: true,
  limits: [
    'Compiled from many local inventories; places without an inventory have no rows, which says nothing about slopes',
  ],
};

export default card;
