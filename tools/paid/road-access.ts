import { definePaid } from '../../src/catalog/define.ts';
import { accessFindings, frontageLead } from '../../src/products/road-access/compose.ts';
import { frontageReading, roadReadings } from '../../src/products/road-access/gather.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { limitsOf } from '../../src/rules/limits.ts';

/** Facts about roads and rail; stops, airports, the parcel, terrain and districts are shown beside them. */
const ways = ['roads', 'crossings', 'highways', 'railLines'] as const;

export default definePaid({
  title: 'Road access context',
  summary:
    'How long the parcel lies along which mapped roads, with highways, rail lines and crossings around it, in one brief.',
  whenToUse:
    'Along which mapped roads does this parcel lie and how long, what rail and highways are near, and whom to ask about access?',
  notFor:
    'Not legal access, easements or a surveyed frontage; highways and transit alone are answered free by svc_transportation_context.',
  scope: 'national',
  sources: ['tiger-roads', 'fra-crossings'],
  examples: [{ title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the place is resolved and at least one of mapped roads, highways, rail lines and rail crossings was found around it',
    freeWhen: 'unresolved address or total source failure',
    tags: ['roads', 'rail', 'access', 'brief'],
    preflightTools: ['svc_transportation_context', 'svc_lane_availability'],
    seeAlso: ['svc_parcel_lookup', 'svc-place-report'],
  },
  ...briefRoute({
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
    caveats: limitsOf('road-access'),
  }),
});
