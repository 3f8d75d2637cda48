import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://gis.earthdata.nasa.gov/portal/rest/services/Landslides/Global_Landslide_Susceptibility/ImageServer';

const card: SourceCard = {
  id: 'nasa-landslide-susceptibility',
  name: 'NASA global landslide susceptibility map (1 km)',
  publisher: 'NASA Goddard Space Flight Center',
  authority: 'official',
  landingUrl: 'https://gpm.nasa.gov/landslides/projects.html',
  datasetUrl: 'https://gpm.nasa.gov/landslides/projects.html',
  endpoint,
  covers: 'land between 60 degrees south and 72 degrees north',
  cadence: 'an edition every few years',
  licenseNote: 'US government work; cite Stanley and Kirschbaum',
  seen: {
    by: 'code',
    note: 'Address, identify form and classes 0 to 5 as public clients used them in 2026. Not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 2_592_000, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['name', 'pixelSizeX'] },
  peopleFree: true,
  limits: [
    'Classes of 1 km cells out of slope, geology, faults, roads and forest loss; nothing about one slope or lot',
  ],
};

export default card;
