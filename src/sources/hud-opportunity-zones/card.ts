import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://services.arcgis.com/VTyQ9soqVukalItT/arcgis/rest/services/Opportunity_Zones/FeatureServer/13';

const card: SourceCard = {
  id: 'hud-opportunity-zones',
  name: 'Qualified Opportunity Zones of 2018 (HUD copy of the Treasury designations)',
  publisher: 'US Department of Housing and Urban Development',
  authority: 'official',
  landingUrl: 'https://hudgis-hud.opendata.arcgis.com/datasets/HUD::opportunity-zones',
  datasetUrl: 'https://hudgis-hud.opendata.arcgis.com/datasets/HUD::opportunity-zones',
  endpoint,
  covers: 'United States and territories: the 8,764 census tracts (2010 boundaries) designated in 2018',
  cadence: 'fixed; the designations end on 31 December 2028',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Layer 13 and its field GEOID10 as several public clients report them in 2026; not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 2_592_000 },
  probe: { url: `${endpoint}?f=json`, expect: ['name', 'fields.0.name'] },
  peopleFree: true,
  limits: ['Designated tracts only: a point outside them has no row', 'Tract boundaries of 2010, not of 2020'],
};

export default card;
