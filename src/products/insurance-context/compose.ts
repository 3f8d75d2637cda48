import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import type { Subject } from '../../kernel/subject.ts';
import { ReportFactSchema, SectionCitationSchema } from '../../reports/sections.ts';
import { type BriefItemDraft, draftsOf, itemsOf } from '../shared/brief-items.ts';
import { factsOf, sectionCitation } from '../shared/compose/facts.ts';
import { floodItems, landslideItems, wildfireItems } from '../shared/follow-up/items-land.ts';
import { groupOf, rowsOf, statedIn, textIn } from '../shared/follow-up/reading.ts';
import { type OnParcelReading, onParcelItems } from '../shared/on-parcel/readings.ts';
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

const rules = {
  svc_flood_zone: [floodItems],
  svc_landslide_context: [landslideItems],
  svc_wildfire_risk: [wildfireItems],
} as const;

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

type Held = ReturnType<typeof againstFirstMap>;

function firesOver(readings: readonly PartReading[]): readonly BriefItemDraft[] {
  const history = partOf(readings, 'wildfire_history');
  if (!history) return [];
  return ['recentFires', 'historyFires'].flatMap((list) => {
    const [fire] = rowsOf(history.answer, list).filter((row) => row.withinMeters === 0);
    const citation = fire && history.answer.citations[textIn(fire, 'citation') ?? ''];
    if (!fire || !citation) return [];
    return [
      {
        id: `wildfire_history.${list}`,
        topic: 'wildfire',
        finding: `The mapped perimeter of fire ${textIn(fire, 'name') ?? 'without a name'}${textIn(fire, 'year') ? ` of ${textIn(fire, 'year')}` : ''} lies over the point.`,
        where: 'on_site' as const,
        question: 'What burned on the parcel, and what was built again since?',
        evidenceNeeded: ['The record of the fire service on the building', 'The permits of what was rebuilt'],
        recordIds: [textIn(fire, 'fireId')].filter((id) => id !== undefined),
        next: { action: 'Ask what is on record about the fire at the address', with: 'local fire authority' },
        citations: [sectionCitation(citation)],
      },
    ];
  });
}

function ofYear(held: Held, structure: StructureFields['structure'], read: boolean): readonly BriefItemDraft[] {
  const office = { action: 'Ask for the year of construction and later changes on record', with: 'assessor' };
  if (held && held.built !== 'after_first_map') {
    const before = held.built === 'before_first_map';
    return [
      {
        id: 'structure.first_rate_map',
        topic: 'flood',
        finding: `The parcel record gives ${held.yearBuilt} as the year built; the first flood insurance rate map of the community is of ${held.firstRateMapOn}${before ? ', which is later' : ', the same year'}.`,
        where: 'on_site',
        question: before
          ? 'At which elevation was the building put up before there was a rate map?'
          : 'Was the building begun before or after the day of the first rate map?',
        evidenceNeeded: ['An Elevation Certificate of the building', 'The building permit with its date'],
        recordIds: [],
        next: { action: 'Ask for an Elevation Certificate on file', with: 'floodplain administrator of the community' },
        citations: held.citations,
      },
    ];
  }
  if (!read || structure.length === 0 || structure.some(({ id }) => id.endsWith('.yearBuilt'))) return [];
  return [
    {
      id: 'structure.no_year',
      topic: 'parcel',
      finding: 'The parcel record describes the parcel and gives no year built.',
      where: 'on_site',
      question: 'In which year was the building put up?',
      evidenceNeeded: ['The property card or the building permit'],
      recordIds: [],
      next: office,
      citations: structure.slice(0, 1).map(({ citation }) => citation),
    },
  ];
}

/** What the brief says beyond its parts: the building, its year against the first flood map, and what stands out. */
export function insuranceFields(
  readings: readonly PartReading[],
  subject: Subject,
  building: OnParcelReading | undefined,
): StructureFields & ReturnType<typeof itemsOf> {
  const structure = structureOf(readings, subject);
  const held = againstFirstMap(readings, structure);
  const read = partOf(readings, 'parcel_lookup')?.answer.state === 'found';
  const drafts = [
    ...ofYear(held, structure, read),
    ...onParcelItems(subject, building?.entries ?? []),
    ...firesOver(readings),
    ...draftsOf(readings, rules),
  ];
  return { ...itemsOf(drafts), structure, ...(held && { floodMapAndYearBuilt: held }) };
}

/** The building in one sentence. */
export function insuranceLead(readings: readonly PartReading[], subject: Subject): string | undefined {
  const structure = structureOf(readings, subject);
  const held = againstFirstMap(readings, structure);
  const year = parcelValue(readings, 'yearBuilt');
  if (structure.length === 0 || year === undefined) return undefined;
  const order = { before_first_map: 'before', same_year: 'in the year of', after_first_map: 'after' } as const;
  return `The parcel record gives ${year} as the year built${held ? `, ${order[held.built]} the first flood insurance rate map of the community (${held.firstRateMapOn})` : ''}.`;
}
