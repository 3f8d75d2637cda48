import type { SourceCard } from '../../kernel/source-card.ts';
import { epaGeo } from '../shared/epa-geo.ts';

const service = `${epaGeo}/PFAS_Analytic_Tools_Layers/FeatureServer`;

/** Layers of the tools by what they hold. Layer 0 does not exist. */
export const pfasLayers = {
  drinkingWater: `${service}/1`,
  superfund: `${service}/2`,
  industry: `${service}/3`,
  toxicReleases: `${service}/6`,
  spills: `${service}/12`,
  federalSites: `${service}/13`,
  discharges: `${service}/15`,
  waterQuality: `${service}/17`,
} as const;

const card: SourceCard = {
  id: 'epa-pfas-tools',
  name: 'PFAS Analytic Tools',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://echo.epa.gov/trends/pfas-tools',
  datasetUrl: 'https://echo.epa.gov/trends/pfas-tools',
  endpoint: pfasLayers.drinkingWater,
  covers: 'Measurements, releases, spills and possible sources of PFAS that reached EPA, United States',
  cadence: 'quarterly',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'public_client',
    on: '2026-04-12',
    note: 'Layers and the fields of drinking water seen live by others on 2026-04-12; fields of the others by one client.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 604_800, concurrency: 9 },
  probe: { url: `${service}/1?f=json`, expect: ['name', 'fields.0.name'] },
  limits: [
    'Rows of the measurement layers are samples, not places',
    'Industry sectors are facilities of kinds that may handle PFAS; nothing was measured there',
  ],
};

export default card;
