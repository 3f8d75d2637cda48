import type { SourceCard } from '../../kernel/source-card.ts';
import { epaGeo } from '../shared/epa-geo.ts';

const layer = `${epaGeo}/Superfund_National_Priorities_List_(NPL)_Sites_with_Status_Information/FeatureServer/0`;

const card: SourceCard = {
  id: 'epa-npl',
  name: 'Superfund National Priorities List sites with status',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://www.epa.gov/superfund/search-superfund-sites-where-you-live',
  datasetUrl: layer,
  endpoint: layer,
  covers: 'Sites proposed for, on and deleted from the National Priorities List, United States',
  cadence: 'after each rulemaking on the list, about twice a year',
  licenseNote: 'US government work, public domain',
  seen: { by: 'public_client', on: '2026-07-06', note: 'Layer and fields seen live by others on 2026-07-06.' },
  http: { timeoutMs: 12_000, ttlSeconds: 604_800, concurrency: 4 },
  probe: { url: `${layer}?f=json`, expect: ['name', 'fields.0.name'] },
  limits: ['A site is one point, often its entrance or center; contaminated ground can reach far beyond it'],
};

export default card;
