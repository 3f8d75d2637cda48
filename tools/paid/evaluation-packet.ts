import type { PartReading } from '../../src/answers/ask-tools.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { packetFields, packetFieldsOf, packetFindings } from '../../src/products/evaluation-packet/compose.ts';
import { readPacket } from '../../src/products/evaluation-packet/gather.ts';
import { isEvidence } from '../../src/products/shared/brief.ts';
import { briefParts } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { statedOfPlace } from '../../src/products/shared/parcel-record.ts';
import { limitsOf } from '../../src/rules/limits.ts';

const kind = 'evaluation_packet';

const toolsOf = (...groups: readonly string[]) =>
  new Set<string>(briefParts(kind).flatMap(({ tool, group = '' }) => (groups.includes(group) ? tool : [])));

const inOrder = (readings: readonly PartReading[]): readonly PartReading[] => {
  const own = readings.filter(({ id }) => id.startsWith('comparable_'));
  const firstParts = toolsOf('property').size;
  const rest = readings.filter((reading) => !own.includes(reading));
  return [...rest.slice(0, firstParts), ...own, ...rest.slice(firstParts)];
};

export default definePaid({
  kind: 'atomic',
  title: 'Evaluation packet',
  summary:
    'One property for an evaluation file: record, aerial, sales and like parcels nearby, zoning, districts, hazards.',
  whenToUse:
    'What do public records say about a property and its hazards, collected with sources for the file of a lender or appraiser?',
  notFor: 'Not an appraisal and no opinion of value; one fact alone is answered free by its own tool.',
  scope: 'local',
  sources: ['usda-naip', 'fema-nfhl', 'usfws-nwi'],
  essential: [],
  examples: [{ title: 'A property', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  paid: {
    priceUsdc: '0.35',
    chargesWhen:
      'the point is resolved, the parcel record or zoning gave a fact about the property, flood, wetlands, landslides or cleanup and tank registers gave a fact, and at least half of the parts answered (an empty local register and what exists at every point do not count)',
    freeWhen: 'unresolved point, or no property-description and hazard fact',
    restOnly: true,
    tags: ['property', 'evaluation', 'hazards', 'public records'],
    preflightTools: ['svc_parcel_lookup', 'svc_lane_availability'],
    seeAlso: ['svc-place-report', 'svc_place_facts'],
  },
  ...briefRoute({
    kind,
    label: 'Property description and hazards',
    fields: packetFields,
    extraReadings: (ctx, { address }) => readPacket(ctx, address),
    shown: inOrder,
    thin: (readings, subject) => {
      const answered = statedOfPlace(readings, subject);
      const missing = [
        ...(answered.some(({ tool }) => toolsOf('property').has(tool))
          ? []
          : ['the property itself (parcel record or zoning)']),
        ...(answered.some(({ tool }) => toolsOf('hazards').has(tool)) ? [] : ['a mapped or recorded hazard']),
      ];
      if (missing.length > 0) return `no source gave a fact about ${missing.join(', nor about ')}`;
      const deciding = toolsOf('property', 'site', 'hazards');
      const counted = readings.filter(({ tool }) => deciding.has(tool));
      return counted.filter(isEvidence).length * 2 < counted.length
        ? 'fewer than half of the parts answered with facts, or with an empty national map or register'
        : undefined;
    },
    findings: ({ readings, own, subject }) => packetFindings(readings, own, subject),
    extraFields: ({ readings, own, subject }) => packetFieldsOf(readings, own, subject),
    caveats: limitsOf('evaluation-packet'),
  }),
});
