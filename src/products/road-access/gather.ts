import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import { roadFrontage, roadName } from '../../answers/road-frontage.ts';
import { type Finding, stated } from '../../findings/finding.ts';
import { type AnswerBuilder, held } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import { beyond, citedRows, filled, listed, many } from '../../kernel/nearby-shape.ts';
import { isMatchedAddress, type Subject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import { crossingsNear } from '../../sources/fra-crossings/client.ts';
import { type RoadLayer, roadLayers, roadsNear } from '../../sources/tiger-roads/client.ts';
import { hasAnsweredWhole } from '../shared/brief.ts';
import { type BriefContext, type ExtraReadings, inBriefTime, ownPart } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { partOf } from '../shared/parcel-record.ts';

const roadMeters = 200;
const crossingMeters = 1600;
const shown = 8;
const slug: RouteName = 'svc-road-access';
const layers = Object.keys(roadLayers) as RoadLayer[];

async function mappedRoads({ sources, subject }: BriefContext, answer: AnswerBuilder) {
  const area = `within ${roadMeters} m of the point`;
  const found = await Promise.all(layers.map((layer) => roadsNear(sources, layer, subject, roadMeters)));
  const roads = found.flatMap((lookup, index) => {
    const cited = answer.addLookup(lookup, { area, recordScope: `${layers[index]} roads` });
    return citedRows(cited?.data, cited?.citation) ?? [];
  });
  roads.sort((a, b) => a.distanceMeters - b.distanceMeters || a.name.localeCompare(b.name, 'en'));
  const [nearest] = roads;
  const unanswered = found.filter((lookup) => lookup.state === 'unavailable').length;
  const findings = nearest
    ? `${roads.length}, the nearest (${plainName(nearest.name) ?? 'not named'}) ${nearest.distanceMeters} m from the point`
    : unanswered === layers.length
      ? 'not known'
      : 'none in the layers that answered';
  return {
    about: 'road-access.frontage',
    summary: `Roads that the Census Bureau maps ${area}: ${findings}${unanswered > 0 ? `; ${unanswered} of ${layers.length} layers did not answer` : ''}.`,
    facts: { roads: filled(roads.slice(0, shown)), roadsLeftOut: beyond(roads, shown) },
  };
}

async function railCrossings({ sources, subject }: BriefContext, answer: AnswerBuilder) {
  const area = `within ${crossingMeters} m of the point`;
  const lookup = await crossingsNear(sources, subject, crossingMeters);
  const cited = answer.addLookup(lookup, { area, recordScope: 'crossings of roads and railroads' });
  const findings = hasData(lookup)
    ? `lists ${lookup.data.length} ${area}, the nearest ${lookup.data[0]?.distanceMeters} m away`
    : `${lookup.state === 'empty' ? 'lists none' : 'could not be read'} ${area}`;
  return {
    about: 'road-access.ways',
    summary: `The federal inventory of road and rail crossings ${findings}.`,
    facts: listed('crossings', cited?.data, cited?.citation, shown),
  };
}

/** Mapped roads at the point and rail crossings around it, which no free tool answers. */
export async function roadReadings(ctx: BriefContext): Promise<ExtraReadings> {
  const [roads, rail] = [
    { id: 'mapped_roads', tool: slug, title: 'Mapped roads at the point' },
    { id: 'rail_crossings', tool: slug, title: 'Road and rail crossings' },
  ];
  const readings = await Promise.all([
    ownPart(ctx, roads, (answer) => mappedRoads(ctx, answer)),
    ownPart(ctx, rail, (answer) => railCrossings(ctx, answer)),
  ]);
  return { readings };
}

/** Along which mapped roads the parcel lies, and for how long. */
export async function frontageReading(ctx: BriefContext): Promise<ExtraReadings> {
  const head = { id: 'road_frontage', tool: slug, title: 'Frontage along mapped roads' };
  return { readings: [await inBriefTime(ctx, head, roadFrontage(ctx))] };
}

const Facts = z.looseObject({
  frontageTotal: z.object({ value: z.number(), citation: z.string() }),
  frontages: z
    .array(
      z.looseObject({
        road: z.string(),
        citation: z.string(),
        lengthMeters: z.number(),
        insideMeters: z.number().optional(),
        featureClass: z.string().optional(),
        classLegend: z.string().optional(),
      }),
    )
    .default([]),
});

/** Private roads and trails, by the feature class of the Census Bureau. */
const notPublic: ReadonlySet<string> = new Set(['S1500', 'S1740']);

function frontageIn(readings: readonly PartReading[]) {
  const reading = partOf(readings, 'road_frontage');
  const parsed = Facts.safeParse(reading?.answer.facts);
  if (!reading || !parsed.success) return undefined;
  const { frontageTotal, frontages } = parsed.data;
  return {
    reading,
    totalMeters: frontageTotal.value,
    citation: frontageTotal.citation,
    faced: frontages.filter(({ lengthMeters }) => lengthMeters > 0),
    crossed: frontages.filter(({ insideMeters }) => insideMeters !== undefined),
  };
}

const office = 'city, county or state road department';

/** What stands out of roads and frontage. */
export function accessFindings(readings: readonly PartReading[], subject: Subject): readonly Finding[] {
  const found = frontageIn(readings);
  if (!found) return [];
  const { reading, faced, crossed } = found;
  const keys = new Set([found.citation, ...[...faced, ...crossed].map((road) => road.citation)]);
  const citations = [...keys].flatMap((key) => {
    const citation = reading.answer.citations[key];
    return citation ? [sectionCitation(citation)] : [];
  });
  const shared = { kind: 'record' as const, where: 'on_parcel' as const, recordIds: [], citations };
  const whole = hasAnsweredWhole(reading) && reading.answer.state === 'found';
  const street = isMatchedAddress(subject) ? subject.streetLine : undefined;
  const number = /^\S+/.exec(street ?? '')?.[0] ?? '';
  const named = faced.filter(({ road }) => sameAddress(`${number} ${road}`, street) === true);
  const closed = faced.filter(({ featureClass = '' }) => notPublic.has(featureClass));
  return held<Parameters<typeof stated>[0]>([
    faced.length === 0 &&
      whole && {
        ...shared,
        id: 'frontage.none',
        headline: 'The parcel faces no mapped road',
        finding: 'The mapped outline of the parcel faces no mapped road.',
        question: 'By which recorded way or easement is the parcel reached?',
        evidenceNeeded: ['The deed and any recorded easement', 'A survey that shows the way to a public road'],
        next: { action: 'Ask for recorded easements and the plat of the parcel', with: 'recorder of deeds' },
      },
    street &&
      faced.length > 0 &&
      named.length === 0 && {
        ...shared,
        id: 'frontage.other_street',
        headline: 'The parcel does not face the street of its address',
        finding: `The street of the address (${street}) is not among the roads that the outline faces: ${faced.map(({ road }) => roadName(road)).join(', ')}.`,
        question: 'From which road is the parcel entered?',
        evidenceNeeded: ['A survey or plat that shows the entrance', 'The driveway permit of the lot'],
        next: { action: 'Ask for the driveway or access permit of the lot', with: office },
      },
    closed.length > 0 &&
      closed.length === faced.length && {
        ...shared,
        id: 'frontage.private',
        headline: 'The parcel faces private ways alone',
        finding: `The outline faces ${closed.map(({ road, classLegend = '' }) => `${roadName(road)} (${classLegend})`).join(', ')} alone.`,
        question: 'Who owns and keeps the road, and by which right is it used?',
        evidenceNeeded: ['The recorded road agreement or easement'],
        next: { action: 'Ask who maintains the road and whether it is dedicated to the public', with: office },
      },
    ...crossed.map(({ road, insideMeters = 0 }) => ({
      ...shared,
      id: `frontage.inside.${road}`,
      headline: `${roadName(road)} runs ${insideMeters} m inside the parcel`,
      finding: `The center line of ${roadName(road)} runs ${insideMeters} m inside the mapped outline of the parcel.`,
      question: 'Is that part of the parcel dedicated as a road, or does an easement lie on it?',
      evidenceNeeded: ['The recorded plat or a survey with the right of way'],
      next: { action: 'Ask for the right of way of the road at the parcel', with: office },
    })),
  ]).map(stated);
}

/** The frontage in one sentence. */
export function frontageLead(readings: readonly PartReading[]): string | undefined {
  const found = frontageIn(readings);
  if (!found) return undefined;
  const { faced, totalMeters, reading } = found;
  if (faced.length === 0)
    return reading.answer.state === 'found' ? 'The mapped outline of the parcel faces no mapped road.' : undefined;
  const roads = faced.map(({ road, lengthMeters }) => `${roadName(road)} (${lengthMeters} m)`).join(', ');
  return `The mapped outline of the parcel faces ${many(faced.length, 'mapped road')} over ${totalMeters} m: ${roads}.`;
}
