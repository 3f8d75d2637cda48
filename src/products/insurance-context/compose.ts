import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import { type Finding, stated } from '../../findings/finding.ts';
import { groupOf, statedIn, textIn } from '../../findings/reading.ts';
import type { Subject } from '../../kernel/subject.ts';
import { ReportFactSchema, SectionCitationSchema } from '../../reports/sections.ts';
import { factsOf, sectionCitation } from '../shared/compose/facts.ts';
import { parcelFields } from '../shared/parcel-fields.ts';
import { parcelValue, partOf, whyNoParcel } from '../shared/parcel-record.ts';
import { communityPart } from './gather.ts';

export const structureFields = {
  structure: z
    .array(ReportFactSchema)
    .describe('What the parcel record says of the building; empty: it says nothing, which is not that there is none'),
  floodMapAndYearBuilt: z
    .strictObject({
      yearBuilt: z.int().describe('As the parcel record gives it'),
      firstRateMapOn: z
        .string()
        .describe('First flood insurance rate map of the community, as its status book gives it'),
      built: z.enum(['before_first_map', 'same_year', 'after_first_map']).describe('By the years alone'),
      citations: z.array(SectionCitationSchema).min(1),
    })
    .optional()
    .describe('Two records held against each other; absent where one of them says nothing'),
};

const body = z.strictObject(structureFields);
export type StructureFields = z.infer<typeof body>;

function structureOf(readings: readonly PartReading[], subject: Subject): StructureFields['structure'] {
  const parcel = partOf(readings, 'parcel_lookup');
  if (!parcel || whyNoParcel(readings, subject)) return [];
  const { facts } = factsOf(parcel.answer, parcel.tool);
  const ofBuilding = parcelFields().flatMap((one) => (one.ofBuilding ? one.field : []));
  return facts.filter(({ id }) => ofBuilding.includes(id.slice(id.indexOf('.') + 1)));
}

function againstFirstMap(readings: readonly PartReading[], structure: StructureFields['structure']) {
  const year = structure.find(({ id }) => id.endsWith('.yearBuilt'));
  const community = partOf(readings, communityPart)?.answer;
  const firstMap = community && statedIn(community, 'firstRateMapOn');
  if (!year || !community || typeof firstMap !== 'string') return undefined;
  const [built, mapped] = [Number(year.value), Number(firstMap.slice(0, 4))];
  if (!Number.isInteger(built) || !Number.isInteger(mapped)) return undefined;
  const book = community.citations[textIn(groupOf(community, 'firstRateMapOn'), 'citation') ?? ''];
  return {
    yearBuilt: built,
    firstRateMapOn: firstMap,
    built:
      built < mapped
        ? ('before_first_map' as const)
        : built === mapped
          ? ('same_year' as const)
          : ('after_first_map' as const),
    citations: [year.citation, ...(book ? [sectionCitation(book)] : [])],
  };
}

/** What the record of the building leaves open: its year against the first flood map, or that it has none. */
export function insuranceFindings(readings: readonly PartReading[], subject: Subject): readonly Finding[] {
  const structure = structureOf(readings, subject);
  const held = againstFirstMap(readings, structure);
  if (held && held.built !== 'after_first_map') {
    const before = held.built === 'before_first_map';
    return [
      stated({
        id: 'structure.first_rate_map',
        kind: 'record',
        topic: 'flood',
        headline: `Built ${held.yearBuilt}, ${before ? 'before' : 'in the year of'} the first flood map (${held.firstRateMapOn})`,
        finding: `The parcel record gives ${held.yearBuilt} as the year built; the first flood insurance rate map of the community is of ${held.firstRateMapOn}${before ? ', which is later' : ', the same year'}.`,
        where: 'in_building',
        question: before
          ? 'At which elevation was the building put up before there was a rate map?'
          : 'Was the building begun before or after the day of the first rate map?',
        evidenceNeeded: ['An Elevation Certificate of the building', 'The building permit with its date'],
        recordIds: [],
        next: { action: 'Ask for an Elevation Certificate on file', with: 'floodplain administrator of the community' },
        citations: held.citations,
      }),
    ];
  }
  const read = partOf(readings, 'parcel_lookup')?.answer.state === 'found';
  if (!read || structure.length === 0 || structure.some(({ id }) => id.endsWith('.yearBuilt'))) return [];
  return [
    stated({
      id: 'structure.no_year',
      kind: 'record',
      topic: 'parcel',
      headline: 'No year built in the parcel record',
      finding: 'The parcel record describes the parcel and gives no year built.',
      where: 'in_building',
      question: 'In which year was the building put up?',
      evidenceNeeded: ['The property card or the building permit'],
      recordIds: [],
      next: { action: 'Ask for the year of construction and later changes on record', with: 'assessor' },
      citations: structure.slice(0, 1).map(({ citation }) => citation),
    }),
  ];
}

/** What the brief says beyond its parts: the building, and its year against the first flood map. */
export function insuranceFields(readings: readonly PartReading[], subject: Subject): StructureFields {
  const structure = structureOf(readings, subject);
  const held = againstFirstMap(readings, structure);
  return { structure, ...(held && { floodMapAndYearBuilt: held }) };
}

const order = { before_first_map: 'before', same_year: 'in the year of', after_first_map: 'after' } as const;

/** The year built beside the first flood map, in words. */
export const builtWords = ({
  yearBuilt,
  built,
  firstRateMapOn,
}: NonNullable<StructureFields['floodMapAndYearBuilt']>): string =>
  `Built ${yearBuilt}, ${order[built]} the first flood map of the community (${firstRateMapOn})`;

/** The building in one sentence. */
export function insuranceLead(readings: readonly PartReading[], subject: Subject): string | undefined {
  const structure = structureOf(readings, subject);
  const held = againstFirstMap(readings, structure);
  const year = parcelValue(readings, 'yearBuilt');
  if (structure.length === 0 || year === undefined) return undefined;
  return `${held ? builtWords(held) : `Built ${year}`}, by the parcel record.`;
}
