import type { ToolContext } from '../catalog/context.ts';
import { type Frontages, frontagesOf } from '../geometry/frontage.ts';
import { boxOfOutline } from '../geometry/outline.ts';
import { overlayOf } from '../geometry/overlay.ts';
import type { Answer } from '../kernel/answer.ts';
import { AnswerBuilder } from '../kernel/answer-builder.ts';
import { hasData } from '../kernel/lookup.ts';
import { plainName } from '../kernel/text.ts';
import { nextChecks } from '../rules/next-checks.ts';
import { type CenterLine, centerLinesIn, type RoadLayer, roadLayers } from '../sources/tiger-roads/client.ts';
import { isKnown, type KnownOutline, outlineFact, parcelOutline } from './on-parcel.ts';

type PointContext = Pick<ToolContext<'point'>, 'jurisdictions' | 'sources' | 'subject'>;

/**
 * How far a center line may run from a parcel that lies along the road, meters: half of a wide right of way of its kind
 * (city codes ask 50 to 60 feet for a local street, 80 to 120 for an arterial, up to 300 for an expressway) and about 8 m
 * by which the map may be off.
 */
const reachMeters: Readonly<Record<RoadLayer, number>> = { local: 18, secondary: 27, primary: 54 };
const layers = Object.keys(roadLayers) as RoadLayer[];
/** Walkways, stairways, bike paths and the ways inside a parking lot: no road that a parcel lies along. */
const noRoads: ReadonlySet<string> = new Set(['S1710', 'S1720', 'S1780', 'S1820']);
/** Less than this along a road is a corner that touches it, meters. */
const leastMeters = 2;
const shown = 6;
const unnamed = 'not named';

/** A road inside a sentence of ours. */
export const roadName = (road: string): string =>
  road === unnamed ? 'a road without a name' : (plainName(road) ?? 'a road');

export const frontageLimits = [
  `Length of the tax parcel's mapped outline that faces a mapped center line within ${reachMeters.local} m of a local, ${reachMeters.secondary} m of a secondary and ${reachMeters.primary} m of a primary road: computed from two maps, not surveyed, and off by several meters at corners and curves.`,
  'Facing a road on a map is no access: another lot, a strip or a ditch can lie between, and a road can be private or closed to driveways.',
];

const verifyNext = nextChecks('road-frontage');

const roadOf = ({ name = unnamed, featureClass = '' }: CenterLine) => `${name}|${featureClass}`;

const round = (meters: number) => Math.round(meters);

function rowsOf({ roads }: Frontages<CenterLine>, citationOf: ReadonlyMap<RoadLayer, string>) {
  return roads
    .filter(({ lengthMeters, insideMeters }) => lengthMeters >= leastMeters || insideMeters >= leastMeters)
    .slice(0, shown)
    .map(({ of: { layer, name = unnamed, featureClass, classLegend }, ...road }) => ({
      road: name,
      lengthMeters: round(road.lengthMeters),
      ...(road.lengthMeters > 0 && { centerLineMeters: round(road.centerLineMeters) }),
      ...(road.insideMeters >= leastMeters && { insideMeters: round(road.insideMeters) }),
      reachMeters: reachMeters[layer],
      ...(featureClass && { featureClass }),
      ...(classLegend && { classLegend }),
      citation: citationOf.get(layer) ?? '',
    }));
}

async function computed(ctx: PointContext, outline: KnownOutline): Promise<Answer> {
  const answer = new AnswerBuilder(ctx.subject);
  const area = `parcel ${outline.parcelId ?? '(no number)'} and ${reachMeters.primary} m around its outline`;
  const bbox = boxOfOutline(outline.rings, reachMeters.primary);
  const found = await Promise.all(layers.map((layer) => centerLinesIn(ctx.sources, layer, bbox)));
  const citationOf = new Map<RoadLayer, string>();
  const lines = found.flatMap((lookup, index) => {
    const layer = layers[index];
    const cited = answer.addLookup(lookup, { area, recordScope: `center lines of ${layer} roads` });
    if (layer && cited) citationOf.set(layer, cited.citation);
    return hasData(lookup) ? lookup.data : [];
  });
  const whole = found.every(({ state }) => state === 'found' || state === 'empty');
  const roads = lines
    .filter(({ featureClass = '' }) => !noRoads.has(featureClass))
    .map((of) => ({ of, lines: of.lines, reachMeters: reachMeters[of.layer] }));
  const frontages = frontagesOf(outline.rings, roads, roadOf);
  const overlay = overlayOf(outline.rings, [], () => '', { reachMeters: 0 });
  const { parcel: lookup } = outline.match;
  if (!frontages || !overlay || !hasData(lookup))
    return answer.finish({ state: 'unavailable', summary: 'The outline of the parcel could not be read as a shape.' });
  const rows = rowsOf(frontages, citationOf);
  const parcel = outlineFact(answer, { outline, overlay, shapes: [], citation: '' });
  const along = rows.filter(({ lengthMeters }) => lengthMeters >= leastMeters);
  const names = along.map(({ road, lengthMeters }) => `${roadName(road)} (${lengthMeters} m)`).join(', ');
  const crossed = rows.filter(({ insideMeters }) => insideMeters !== undefined).map(({ road }) => road);
  const says =
    along.length > 0
      ? `it faces ${names}`
      : whole
        ? 'it faces no mapped road'
        : 'no road that it faces was found in the layers that answered';
  return answer.finish({
    summary: `The mapped outline of the parcel (${round(frontages.perimeterMeters)} m around) was held against mapped center lines: ${says}${crossed.length > 0 ? `; the center line of ${crossed.map(roadName).join(', ')} runs inside the outline` : ''}.`,
    ...((rows.length > 0 || whole) && {
      state: whole ? ('found' as const) : ('partial' as const),
      facts: {
        frontageTotal: {
          value: round(frontages.alongMeters),
          unit: 'm',
          note: `of an outline of ${round(frontages.perimeterMeters)} m; a part that faces two roads counts once`,
          citation: answer.cite(lookup.citation),
        },
        ...(rows.length > 0 && { frontages: rows }),
        ...parcel,
      },
    }),
    limits: frontageLimits,
    verifyNext,
  });
}

/** Along which mapped roads the outline of the tax parcel lies, and for how long; no free tool answers it. */
export async function roadFrontage(ctx: PointContext): Promise<Answer> {
  const outline = await parcelOutline(ctx);
  if (isKnown(outline)) return computed(ctx, outline);
  const answer = new AnswerBuilder(ctx.subject);
  const { reason = 'no parcel layer is wired here' } = outline;
  const state = outline.reason === undefined ? 'not_covered' : 'unresolved';
  answer.addLookup({ state, source: 'outline of the tax parcel', reason }, { area: 'the tax parcel at the point' });
  return answer.finish({
    summary: `The frontage of the parcel is not known: ${reason}.`,
    limits: frontageLimits,
    verifyNext,
  });
}
