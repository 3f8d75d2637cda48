import { definePaid } from '../../src/catalog/define.ts';
import { hasAnsweredWhole } from '../../src/products/shared/brief.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { limitsOf } from '../../src/rules/limits.ts';

const inventory = 'svc_landslide_context';
const terrain = 'svc_terrain_profile';
const radius = 5000;

export default definePaid({
  title: 'Landslide diligence',
  summary: 'Recorded landslides, slope, soil, burned ground and lidar coverage around a place, in one cited brief.',
  whenToUse: 'What do the landslide inventory, the terrain model and the maps of soil and fires say about this site?',
  notFor: 'Not a geotechnical report; recorded landslides alone are answered free by svc_landslide_context.',
  scope: 'national',
  examples: [
    { title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'A point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the point is resolved, the USGS landslide inventory answered whole (with recorded landslides or with none) and the terrain model gave the slope at the point',
    freeWhen: 'unless both components answer',
    tags: ['landslide', 'terrain', 'brief', 'public records'],
    preflightTools: [inventory, terrain],
    seeAlso: ['svc_soil_context', 'svc-place-report'],
  },
  ...briefRoute({
    kind: 'landslide_diligence',
    label: 'Landslide and terrain records',
    partArguments: () => ({ [inventory]: { searchRadiusMeters: radius } }),
    thin(readings) {
      const recorded = readings.some((reading) => reading.tool === inventory && hasAnsweredWhole(reading));
      const sampled = readings.some((reading) => reading.tool === terrain && 'slope' in (reading.answer.facts ?? {}));
      if (recorded && sampled) return undefined;
      const missing = [
        ...(recorded ? [] : ['the landslide inventory']),
        ...(sampled ? [] : ['the slope of the terrain model']),
      ];
      return `no whole answer of ${missing.join(' and ')} for this place, and the brief is sold with both inventory and slope only`;
    },
    caveats: limitsOf('landslide-diligence'),
  }),
});
