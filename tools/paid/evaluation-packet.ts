import type { PartReading } from '../../src/answers/ask-tools.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { packetFields, packetFieldsOf, packetFindings } from '../../src/products/evaluation-packet/compose.ts';
import { readPacket } from '../../src/products/evaluation-packet/gather.ts';
import { isEvidence } from '../../src/products/shared/brief.ts';
import { briefParts } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { statedOfPlace } from '../../src/products/shared/parcel-record.ts';

const kind = 'evaluation_packet';

const toolsOf = (...groups: readonly string[]) =>
  new Set<string>(briefParts(kind).flatMap(({ tool, group = '' }) => (groups.includes(group) ? tool : [])));

const inOrder = (readings: readonly PartReading[]): readonly PartReading[] => {
  const own = readings.filter(({ id }) => id.startsWith('comparable_'));
  const firstParts = toolsOf('property').size;
  const rest = readings.filter((reading) => !own.includes(reading));
  return [...rest.slice(0, firstParts), ...own, ...rest.slice(firstParts)];
};

export default definePaid(
  'svc-evaluation-packet',
  briefRoute({
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
  }),
);
