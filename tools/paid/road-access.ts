import { definePaid } from '../../src/catalog/define.ts';
import { accessFindings, frontageLead, frontageReading, roadReadings } from '../../src/products/road-access/gather.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

/** Facts about roads and rail; stops, airports, the parcel, terrain and districts are shown beside them. */
const ways = ['roads', 'crossings', 'highways', 'railLines'] as const;

export default definePaid(
  'svc-road-access',
  briefRoute({
    kind: 'road_access',
    label: 'Roads, rail and parcel on public maps',
    extraReadings: roadReadings,
    furtherReadings: frontageReading,
    thin: (readings) =>
      readings.some(({ answer: { facts } }) => ways.some((name) => name in (facts ?? {})))
        ? undefined
        : 'no map of roads, rail lines or crossings gave facts around this place',
    lead: ({ readings }) => frontageLead(readings),
    findings: ({ readings, subject }) => accessFindings(readings, subject),
  }),
);
