import { definePaid } from '../../src/catalog/define.ts';
import { hasAnsweredWhole } from '../../src/products/shared/brief.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

const inventory = 'svc_landslide_context';
const terrain = 'svc_terrain_profile';
const radius = 5000;

export default definePaid(
  'svc-landslide-diligence',
  briefRoute({
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
  }),
);
