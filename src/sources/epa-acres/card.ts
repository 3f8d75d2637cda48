import type { SourceCard } from '../../kernel/source-card.ts';
import { epaGeo } from '../shared/epa-geo.ts';

const layer = `${epaGeo}/FRS_INTERESTS_ACRES/FeatureServer/0`;

const card: SourceCard = {
  id: 'epa-acres',
  name: 'Brownfields properties (ACRES), Facility Registry Service layer',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://www.epa.gov/cleanups/cleanups-my-community',
  datasetUrl: layer,
  // by the registry number, as several public clients link it
  recordUrl:
    'https://frs-public.epa.gov/ords/frs_public2/fii_query_detail.disp_program_facility?p_registry_id={recordId}',
  endpoint: layer,
  covers: 'Properties assessed or cleaned up with EPA brownfields grants, United States',
  cadence: 'monthly',
  licenseNote: 'US government work, public domain',
  seen: { by: 'public_client', on: '2026-07-06', note: 'Layer and fields seen live by others on 2026-07-06.' },
  http: { timeoutMs: 12_000, ttlSeconds: 604_800, concurrency: 4 },
  probe: { url: `${layer}?f=json`, expect: ['name', 'fields.0.name'] },
  limits: ['Only properties that a federal grant paid for; state voluntary cleanup programs keep lists of their own'],
};

export default card;
