import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://imagery.geoplatform.gov/iipp/rest/services/Fire_Aviation/USFS_EDW_RMRS_WildfireHazardPotentialClassified/ImageServer';

const card: SourceCard = {
  id: 'usfs-whp',
  name: 'Wildfire Hazard Potential 2023, classified (270 m)',
  publisher: 'USDA Forest Service, Rocky Mountain Research Station',
  authority: 'official',
  landingUrl: 'https://doi.org/10.2737/RDS-2015-0047-4',
  datasetUrl: 'https://doi.org/10.2737/RDS-2015-0047-4',
  endpoint,
  covers: 'Conterminous United States',
  outside: ['AK', 'AS', 'GU', 'HI', 'MP', 'PR', 'VI'],
  cadence: 'an edition every few years',
  licenseNote: 'US government work, public domain; cite the Forest Service Research Data Archive',
  seen: {
    by: 'code',
    note: 'Address and class values as public clients used them in July and August 2026. Not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 2_592_000, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['name', 'pixelSizeX'] },
  peopleFree: true,
  limits: [
    'Drawn for fuel planning over landscapes of 270 m cells; built-up cells are often mapped as non-burnable',
    'No forecast, no statement about one building, and nothing about smoke or embers',
  ],
};

export default card;
