import type { SourceCard } from '../../kernel/source-card.ts';
import { dmap } from '../shared/envirofacts.ts';

const card: SourceCard = {
  id: 'epa-sdwis',
  name: 'Safe Drinking Water Information System (Envirofacts)',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://www.epa.gov/enviro/sdwis-overview',
  datasetUrl: 'https://www.epa.gov/enviro/sdwis-overview',
  recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid={recordId}&sys=SDWIS',
  endpoint: dmap,
  covers: 'Public water systems of the United States, territories and tribal land',
  cadence: 'quarterly; states report with a lag of about 90 days',
  lagDays: 90,
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'public_client',
    on: '2026-10-08',
    note: 'Service checked live by others on 2026-10-08; codes and columns of the tables by the same client.',
  },
  http: { timeoutMs: 25_000, maxBytes: 12_000_000, concurrency: 2, ttlSeconds: 86_400 },
  probe: { url: `${dmap}/sdwis.water_system/pwsid/equals/NC0392010/1:1/json`, expect: ['0.pwsid'] },
  limits: [
    "A violation is what the state reported to EPA; recent ones and local notices come first from the utility's own report",
  ],
};

export default card;
