import signs from '../../../data/pages/map-signs.json' with { type: 'json' };
import { markGroups } from './groups.ts';
import { areaEntry, groupEntry, type LegendEntry, legend, lineEntry, lines } from './legend.ts';
import { northArrow, pin, rings, type Step, scaleBar } from './map-signs.ts';
import { drawMarks, groupSign, type PlacedMark } from './marks.ts';
import { areaPath, linePath, type Plane, planeAround, shownParts, type XY } from './plane.ts';
import { Room } from './room.ts';
import type { MapArea, MapData, MapMark, RoadClass } from './schema.ts';
import { drawShades, type Shade, shadeEntries, shadePatterns } from './shades.ts';
import { element, line, path, pattern, picture, rect, words } from './svg.ts';
import { textWidth } from './text-width.ts';

interface NamedRoad {
  readonly name: string;
  readonly parts: readonly (readonly XY[])[];
}

interface Stretch {
  readonly from: XY;
  readonly to: XY;
  readonly length: number;
}

const size = 8.5;
/** A name is beside its road by so much at most, in units of the drawing. */
const maxBeside = 2;

function beside([px, py]: XY, [ax, ay]: XY, [bx, by]: XY): number {
  const length = Math.hypot(bx - ax, by - ay);
  return length === 0 ? Math.hypot(px - ax, py - ay) : Math.abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length;
}

function stretchesOf(points: readonly XY[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (let index = 1; index < points.length; index++) {
    const [from, to, next] = [points[start], points[index], points[index + 1]];
    if (!from || !to) continue;
    const stays = next && points.slice(start + 1, index + 1).every((point) => beside(point, from, next) <= maxBeside);
    if (stays) continue;
    stretches.push(stretch(from, to));
    start = index;
  }
  return stretches;
}

const stretch = (from: XY, to: XY): Stretch => ({ from, to, length: Math.hypot(to[0] - from[0], to[1] - from[1]) });

/** Where along a stretch a name is tried, as shares of its length. */
const tries = [0.5, 0.3, 0.7, 0.15, 0.85] as const;

function nameOn({ from, to, length }: Stretch, name: string, room: Room): string | undefined {
  const width = textWidth(name, size);
  let degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  if (degrees > 90) degrees -= 180;
  if (degrees < -90) degrees += 180;
  for (const share of tries) {
    if (length * Math.min(share, 1 - share) < width / 2) continue;
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share;
    const box = { x: x - width / 2, y: y - size / 2, width, height: size };
    const isFree = Math.abs(degrees) < 3 ? room.claim(box) : room.claimTurned(box, degrees);
    if (!isFree) continue;
    // the baseline lies below the middle of the line, whichever way it runs
    const angle = (degrees * Math.PI) / 180;
    const drop = size * 0.35;
    return words(x - drop * Math.sin(angle), y + drop * Math.cos(angle), name, {
      size,
      anchor: 'middle',
      halo: true,
      fill: 'var(--soft)',
      ...(Math.abs(degrees) >= 0.5 && { rotate: degrees }),
    });
  }
  return undefined;
}

/** Names along their roads, each once where there is room for it, main roads first as they come. */
function roadNames(roads: readonly NamedRoad[], room: Room): readonly string[] {
  const named = new Set<string>();
  const drawn: string[] = [];
  for (const { name, parts } of roads) {
    if (named.has(name)) continue;
    const stretches = parts.flatMap(stretchesOf).toSorted((a, b) => b.length - a.length);
    for (const one of stretches.slice(0, 4)) {
      const text = nameOn(one, name, room);
      if (text === undefined) continue;
      named.add(name);
      drawn.push(text);
      break;
    }
  }
  return drawn;
}

export interface MapOptions {
  readonly id: string;
  readonly title: string;
  /** Units of the drawing; 360 wide where absent. */
  readonly width?: number;
  /** Of the map alone; legend and source line come below it. */
  readonly height: number;
  /** From the center to the nearer edge, in meters. */
  readonly halfMeters: number;
  /** Small form for a first screen: no legend, no source line, marks without numbers. */
  readonly small?: boolean;
  /** The lots around are drawn; on a map of a mile they would be dust. */
  readonly lots?: boolean;
  /** What distinguishes lots, in the order of their `shade`; the legend says it in place of the lots. */
  readonly shades?: readonly Shade[];
  /** Distances around the center that are drawn in place of the usual ones. */
  readonly rings?: readonly Step[];
  /** What the marks are where they are of one kind that no group names; the legend says it in place of the groups. */
  readonly marksAre?: string;
}

const roadWidths: Readonly<Record<RoadClass, number>> = { primary: 4, secondary: 3, local: 3.4 };
const faintRoads: Readonly<Record<RoadClass, number>> = { primary: 3.2, secondary: 2.2, local: 1 };
const roadOrder = ['local', 'secondary', 'primary'] as const satisfies readonly RoadClass[];

function patterns(id: string): string {
  const flood = line(0, 0, 0, 6, { stroke: 'var(--flood)', 'stroke-width': 1.6 });
  const wetland = line(0, 2, 4, 2, { stroke: 'var(--wetland)', 'stroke-width': 1.2 });
  const drawn =
    pattern(`${id}-flood`, [6, 6], { fill: 'var(--flood)', 'fill-opacity': '0.14' }, flood, 45) +
    pattern(`${id}-wetland`, [7, 4], { fill: 'var(--wetland)', 'fill-opacity': '0.16' }, wetland);
  return element('defs', {}, drawn);
}

type Look = Readonly<Record<string, string | number>>;

const areaLooks = (id: string): Readonly<Record<MapArea['kind'], Look>> => ({
  water: { fill: 'var(--water)', stroke: 'var(--water-line)', 'stroke-width': 0.8 },
  wetland: { fill: `url(#${id}-wetland)`, stroke: 'var(--wetland)', 'stroke-width': 1 },
  flood: { fill: `url(#${id}-flood)`, stroke: 'var(--flood)', 'stroke-width': 1.2 },
  neighbor: { fill: 'none', stroke: 'var(--lot)', 'stroke-width': 0.8 },
  parcel: { fill: 'var(--subject-fill)', 'fill-opacity': '0.55', stroke: 'var(--subject)', 'stroke-width': 2.4 },
});

const areaOrder = ['parcel', 'neighbor', 'flood', 'wetland', 'water'] as const satisfies readonly MapArea['kind'][];

function areaPaths(data: MapData, plane: Plane, look: Look, kind: MapArea['kind']): string {
  return data.areas
    .filter((area) => area.kind === kind)
    .map(({ rings: own }) =>
      path(areaPath(own, plane), { 'fill-rule': 'evenodd', 'stroke-linejoin': 'round', ...look }),
    )
    .filter((drawn) => drawn !== '')
    .join('\n');
}

/** The paths of each kind of area; those of the lots only where they are drawn. */
const areasIn = (data: MapData, plane: Plane, looks: ReturnType<typeof areaLooks>, lots: boolean) =>
  Object.fromEntries(
    areaOrder
      .filter((kind) => lots || kind !== 'neighbor')
      .map((kind) => [kind, areaPaths(data, plane, looks[kind], kind)]),
  );

function drawRoads(data: MapData, plane: Plane, wide: boolean) {
  const widths = wide ? roadWidths : faintRoads;
  const roads = roadOrder.flatMap((kind) =>
    data.roads
      .filter((road) => road.class === kind)
      .map((road) => ({ ...road, parts: road.lines.flatMap((line) => shownParts(line, plane)) }))
      .filter(({ parts }) => parts.length > 0),
  );
  const drawn = (kind: RoadClass, stroke: string, width: number) => {
    const own = roads.filter((road) => road.class === kind).map(({ parts }) => linePath(parts));
    const look = { fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
    return path(own.join(''), look);
  };
  const isMain = (kind: RoadClass) => kind !== 'local';
  return {
    lines: [
      ...roadOrder.map((kind) =>
        drawn(kind, isMain(kind) ? 'var(--main-casing)' : 'var(--casing)', widths[kind] + 1.8),
      ),
      ...roadOrder.map((kind) => drawn(kind, isMain(kind) ? 'var(--main)' : 'var(--road)', widths[kind])),
    ],
    named: roads.toReversed().flatMap(({ name, parts }) => (name === undefined ? [] : [{ name, parts }])),
  };
}

const inside = ({ width, height }: Plane, [x, y]: readonly [number, number]) =>
  x > 3 && y > 3 && x < width - 3 && y < height - 3;

function marksOn(data: MapData, plane: Plane, room: Room, small: boolean) {
  const placed = data.marks.flatMap((mark) => {
    const at = mark.position && plane.at([mark.position.longitude, mark.position.latitude]);
    return at && inside(plane, at) ? [{ ...mark, at }] : [];
  });
  const numbered = placed.flatMap(({ number, group, at }): PlacedMark[] =>
    number === undefined || small ? [] : [{ number, group, at }],
  );
  const center = plane.at([data.center.longitude, data.center.latitude]);
  const apart = ([x, y]: XY) => Math.hypot(x - center[0], y - center[1]) > 7;
  // a mark at the place itself is the pin
  const others = placed.filter(({ number, at }) => (number === undefined || small) && apart(at));
  const labels = drawMarks(numbered, room);
  for (const { at } of others) room.take({ x: at[0] - 3.5, y: at[1] - 3.5, width: 7, height: 7 });
  return { placed, parts: [...others.map(({ group, at }) => groupSign(group, at, 2.6)), ...labels] };
}

interface Shown {
  readonly marks: readonly Pick<MapMark, 'group'>[];
  readonly kinds: readonly MapArea['kind'][];
  readonly roads: boolean;
  readonly shades: readonly LegendEntry[];
}

function legendOf(
  data: MapData,
  { marks, kinds, roads, shades }: Shown,
  { id, marksAre }: Pick<MapOptions, 'id' | 'marksAre'>,
): LegendEntry[] {
  const looks = areaLooks(id);
  const groups = new Set(marks.map(({ group }) => group));
  return [
    { label: data.centerLabel, draw: (x, y) => pin([x, y], new Room(0, 0)) },
    ...kinds.map((kind) => areaEntry(signs.areas[kind], looks[kind])),
    ...shades,
    ...(roads ? [lineEntry('Road', { stroke: 'var(--ring)', 'stroke-width': 3 })] : []),
    ...markGroups.filter((group) => groups.has(group)).map((group) => groupEntry(group, marksAre)),
  ];
}

/** "Roads: TIGERweb; flood: National Flood Hazard Layer. Read 2026-11-21." */
export function attribution({ layers }: MapData): string {
  const named = layers.map(({ label, citation }) => `${label}: ${citation.sourceName}`).join('; ');
  const days = [...new Set(layers.map(({ citation }) => citation.fetchedAt.slice(0, 10)))].sort();
  const read = days.length === 0 ? '' : ` Read ${days.join(', ')}.`;
  return named === '' ? 'No layer of a map could be read.' : `${named}.${read}`;
}

function describe(data: MapData, title: string, placed: readonly MapMark[]): string {
  const drawn = data.layers.map(({ label }) => label.toLowerCase());
  const numbers = placed.flatMap(({ number, label, distanceMeters }) =>
    number === undefined ? [] : [`${number} ${label}${distanceMeters === undefined ? '' : ` ${distanceMeters} m`}`],
  );
  const further = numbers.length > 12 ? '; further ones in the list' : '';
  return (
    `${title}, north up.${drawn.length > 0 ? ` Drawn: ${drawn.join(', ')}.` : ''}` +
    `${numbers.length > 0 ? ` Marks: ${numbers.slice(0, 12).join('; ')}${further}.` : ''}`
  );
}

/**
 * A map around the place as one drawing that needs nothing else: lots, roads with their names, water, flood and wetland
 * areas, rings, numbered marks, scale in feet and meters, north, what it is drawn from and when that was read.
 * The same data give the same bytes.
 */
export function drawMap(data: MapData, options: MapOptions): string {
  const { id, title, width = 360, height, halfMeters, small = false, lots = false } = options;
  const plane = planeAround({ center: data.center, width, height, halfMeters });
  const room = new Room(width, height);
  const looks = areaLooks(id);
  const center = plane.at([data.center.longitude, data.center.latitude]);
  const bar = scaleBar(plane, room);
  const arrow = northArrow(plane, room);
  const pinned = pin(center, room);
  const ring = rings(plane, center, room, options.rings);
  const marks = marksOn(data, plane, room, small);
  const roads = drawRoads(data, plane, lots);
  const names = roadNames(roads.named, room);
  const shaded = options.shades && drawShades(data.areas, options.shades, { id, plane, room });
  const area = areasIn(data, plane, looks, lots && !shaded);
  const shown: Shown = {
    marks: marks.placed,
    kinds: areaOrder.filter((kind) => area[kind]),
    roads: roads.lines.some((line) => line !== ''),
    shades: shaded ? shadeEntries(id, shaded.shown) : [],
  };
  const key = small ? { parts: [], height: 0 } : legend(legendOf(data, shown, options), { top: height + 5, width });
  const source = small ? { parts: [], height: -6 } : lines(attribution(data), { top: height + 5 + key.height, width });
  return picture(
    { id, width, height: height + 7 + key.height + source.height, title, desc: describe(data, title, marks.placed) },
    [
      patterns(id),
      shaded ? shadePatterns(id) : '',
      element('rect', { width, height, rx: 3, fill: 'var(--land)' }),
      // a nested drawing cuts off what lies beyond the frame
      element(
        'svg',
        { width, height, overflow: 'hidden', 'aria-hidden': 'true' },
        [
          ...[area.water, area.wetland, area.flood, area.neighbor],
          ...(shaded?.areas ?? []),
          ...[...roads.lines, area.parcel],
          ...(shaded?.letters ?? []),
          ...[ring, ...names, pinned, ...marks.parts, bar, arrow],
        ].join('\n'),
      ),
      rect(0.5, 0.5, width - 1, height - 1, { rx: 3, fill: 'none', stroke: 'var(--frame)' }),
      ...key.parts,
      ...source.parts,
    ],
  );
}
