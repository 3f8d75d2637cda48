import { roadFrontage } from '../../answers/road-frontage.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import { isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { limitsOf } from '../../rules/limits.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { crossingsNear } from '../../sources/fra-crossings/client.ts';
import { type RoadLayer, roadLayers, roadsNear } from '../../sources/tiger-roads/client.ts';
import { type BriefContext, type ExtraReadings, ownPart } from '../shared/brief-route.ts';

const roadMeters = 200;
const crossingMeters = 1600;
const shown = 8;
const slug: RouteName = 'svc-road-access';
const layers = Object.keys(roadLayers) as RoadLayer[];

async function mappedRoads({ sources }: BriefContext, subject: PointSubject): Promise<Answer> {
  const answer = new AnswerBuilder(subject);
  const area = `within ${roadMeters} m of the point`;
  const found = await Promise.all(layers.map((layer) => roadsNear(sources, layer, subject, roadMeters)));
  const roads = found.flatMap((lookup, index) => {
    const cited = answer.addLookup(lookup, { area, recordScope: `${layers[index]} roads` });
    return cited ? cited.data.map((road) => ({ ...road, citation: cited.citation })) : [];
  });
  roads.sort((a, b) => a.distanceMeters - b.distanceMeters || a.name.localeCompare(b.name, 'en'));
  const [nearest] = roads;
  const unanswered = found.filter((lookup) => lookup.state === 'unavailable').length;
  const findings = nearest
    ? `${roads.length}, the nearest (${plainName(nearest.name) ?? 'not named'}) ${nearest.distanceMeters} m from the point`
    : unanswered === layers.length
      ? 'not known'
      : 'none in the layers that answered';
  return answer.finish({
    summary: `Roads that the Census Bureau maps ${area}: ${findings}${unanswered > 0 ? `; ${unanswered} of ${layers.length} layers did not answer` : ''}.`,
    facts: {
      ...(roads.length > 0 && { roads: roads.slice(0, shown) }),
      ...(roads.length > shown && { roadsLeftOut: roads.length - shown }),
    },
    limits: limitsOf('road-access.frontage'),
    verifyNext: nextChecks('road-access.frontage'),
  });
}

async function railCrossings({ sources }: BriefContext, subject: PointSubject): Promise<Answer> {
  const answer = new AnswerBuilder(subject);
  const area = `within ${crossingMeters} m of the point`;
  const lookup = await crossingsNear(sources, subject, crossingMeters);
  const cited = answer.addLookup(lookup, { area, recordScope: 'crossings of roads and railroads' });
  const findings = hasData(lookup)
    ? `lists ${lookup.data.length} ${area}, the nearest ${lookup.data[0]?.distanceMeters} m away`
    : `${lookup.state === 'empty' ? 'lists none' : 'could not be read'} ${area}`;
  const left = (cited?.data.length ?? 0) - shown;
  return answer.finish({
    summary: `The federal inventory of road and rail crossings ${findings}.`,
    facts: {
      ...(cited && {
        crossings: cited.data.slice(0, shown).map((crossing) => ({ ...crossing, citation: cited.citation })),
      }),
      ...(left > 0 && { crossingsLeftOut: left }),
    },
    limits: limitsOf('road-access.ways'),
    verifyNext: nextChecks('road-access.ways'),
  });
}

/** Mapped roads at the point and rail crossings around it, which no free tool answers. */
export async function roadReadings(ctx: BriefContext): Promise<ExtraReadings> {
  const { subject } = ctx;
  if (!isPointSubject(subject)) return { readings: [] };
  const readings = await Promise.all([
    ownPart(ctx, { id: 'mapped_roads', tool: slug, title: 'Mapped roads at the point' }, mappedRoads(ctx, subject)),
    ownPart(ctx, { id: 'rail_crossings', tool: slug, title: 'Road and rail crossings' }, railCrossings(ctx, subject)),
  ]);
  return { readings };
}

/** Along which mapped roads the parcel lies, and for how long. */
export async function frontageReading(ctx: BriefContext): Promise<ExtraReadings> {
  const { subject, jurisdictions, sources } = ctx;
  if (!isPointSubject(subject)) return { readings: [] };
  const head = { id: 'road_frontage', tool: slug, title: 'Frontage along mapped roads' };
  return { readings: [await ownPart(ctx, head, roadFrontage({ jurisdictions, sources, subject }))] };
}
