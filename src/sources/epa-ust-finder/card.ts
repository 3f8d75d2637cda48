import type { SourceCard } from '../../kernel/source-card.ts';
import { epaGeo } from '../shared/epa-geo.ts';

const service = `${epaGeo}/UST_Finder_Feature_Layer_2/FeatureServer`;

export const ustLayers = { facilities: `${service}/0`, releases: `${service}/1`, tanks: `${service}/4` } as const;

const card: SourceCard = {
  id: 'epa-ust-finder',
  name: 'UST Finder: underground storage tank facilities, releases and tanks',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://www.epa.gov/ust/ust-finder',
  datasetUrl: 'https://www.epa.gov/ust/ust-finder',
  endpoint: ustLayers.facilities,
  covers: 'Facilities with federally regulated underground tanks and reported releases, by the states, United States',
  cadence: 'rarely; state data mostly of 2018 to 2021, layer last edited in December 2024',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'public_client',
    on: '2026-07-28',
    note: 'Layers answered others on 2026-07-28; fields from several public clients.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 604_800, concurrency: 4 },
  probe: { url: `${ustLayers.facilities}?f=json`, expect: ['name', 'fields.0.name'] },
  limits: [
    'A dated national copy of state registers: releases reported since are missing, and closed cases may show as open',
    'Heating oil and farm tanks are not federally regulated and mostly absent',
  ],
};

export default card;
