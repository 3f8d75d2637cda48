import type { SourceCard } from '../../kernel/source-card.ts';
import { dmap } from '../shared/envirofacts.ts';

const card: SourceCard = {
  id: 'epa-sems',
  name: 'Superfund Enterprise Management System (SEMS) sites, Envirofacts',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://enviro.epa.gov/envirofacts/sems/search',
  datasetUrl: 'https://enviro.epa.gov/envirofacts/sems/search',
  endpoint: `${dmap}/sems.envirofacts_site`,
  covers: 'Sites that EPA assessed under Superfund, listed or not, United States',
  cadence: 'continuous; published about monthly',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Columns from several public clients; the table answered with errors in December 2025 and August 2026.',
  },
  http: { timeoutMs: 30_000, maxBytes: 24_000_000, ttlSeconds: 604_800, concurrency: 2 },
  probe: { url: `${dmap}/sems.envirofacts_site/1:1/json`, expect: ['0.epa_id'] },
  limits: [
    'About two thirds of the sites have no coordinates: they are counted apart and can lie anywhere in the county',
    'A site that was assessed is not thereby contaminated, and an archived one is one that EPA needs no more of',
  ],
};

export default card;
