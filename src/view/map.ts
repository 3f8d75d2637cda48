import { drawMap } from '../reports/pictures/map.ts';
import type { MapData, MapLayer } from '../reports/pictures/schema.ts';
import { unstyled } from '../reports/pictures/svg.ts';
import { distanceText } from '../reports/values.ts';
import { busyButton, drawing, html, legendOf } from './dom.ts';
import { type Base, type Outline, roadsMeters } from './outline.ts';
import { type Around, around, isPoint, type Placed, type Point } from './placed.ts';
import { type Fields, textOf } from './port.ts';
import { stripOf } from './strip.ts';

const width = 360;
const height = 250;
const metersPerDegree = 111_195;
/** What is nearer than this to the place is the place. */
const apartMeters = 1;
const leastHalfMeters = 35;
/** With its streets a place is seen among them; of what lies farther off the list below the map says how far. */
const [leastWithRoads, mostWithRoads] = [120, roadsMeters * (height / width)];

const precisions: Readonly<Record<string, string>> = {
  point: 'The point that was given',
  rooftop: 'The house',
  address: 'The matched address',
};

type Ground = NonNullable<ReturnType<typeof groundOf>>;

/** The point of a subject; undefined where it is known as an area only. */
export function groundOf(subject: Fields) {
  const label = precisions[textOf(subject.precision) ?? ''];
  return isPoint(subject) && label !== undefined ? { center: subject, label } : undefined;
}

const layerOf = (label: string, { sourceName, sourceUrl, fetchedAt }: Fields): MapLayer => ({
  label,
  complete: true,
  citation: {
    sourceName: textOf(sourceName) ?? '',
    sourceUrl: textOf(sourceUrl) ?? '',
    fetchedAt: textOf(fetchedAt) ?? '',
  },
});

/** One layer for what is of one kind and was read on one day, with all its sources. */
function layersOf(placed: readonly Placed[], { outline, roads }: Base): MapLayer[] {
  const all = [
    ...(outline ? [layerOf('Parcel outline', outline.citation)] : []),
    ...(roads ? [layerOf('Roads', roads.citation)] : []),
    ...placed.map(({ kind, citation }) => layerOf(kind || 'Marks', citation)),
  ].filter(({ citation }) => citation.sourceName !== '');
  const groups = new Map<string, { readonly layer: MapLayer; readonly names: Set<string> }>();
  for (const layer of all) {
    const key = `${layer.label} ${layer.citation.fetchedAt.slice(0, 10)}`;
    const group = groups.get(key) ?? { layer, names: new Set() };
    group.names.add(layer.citation.sourceName);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ layer, names }) => ({
    ...layer,
    citation: { ...layer.citation, sourceName: [...names].join(', ') },
  }));
}

/** From the center to the farthest of an outline, by the direction that needs more room on the picture. */
function reachOf({ rings }: Outline, { latitude, longitude }: Point): number {
  const scale = Math.cos((latitude * Math.PI) / 180) * metersPerDegree;
  return Math.max(
    ...rings
      .flat()
      .map(([x, y]) =>
        Math.max((Math.abs(x - longitude) * scale * height) / width, Math.abs(y - latitude) * metersPerDegree),
      ),
  );
}

/** What the map shows, also as it is handed out. */
export function mapDataOf(placed: readonly Placed[], { center, label }: Ground, base: Base): MapData {
  const { outline, roads } = base;
  const { latitude, longitude } = center;
  const marks = placed.map((mark, index) => ({
    number: index + 1,
    id: String(index + 1),
    group: 'record' as const,
    type: 'mark',
    label: mark.kind || 'Mark',
    title: mark.label,
    position: { latitude: mark.latitude, longitude: mark.longitude },
    distanceMeters: Math.round(mark.distance),
    onParcel: false,
    citation: layerOf('', mark.citation).citation,
  }));
  return {
    center: { latitude, longitude },
    centerLabel: label,
    marks,
    marksLeftOut: 0,
    areas: outline ? [{ kind: 'parcel', rings: outline.rings, layer: 0 }] : [],
    roads: (roads?.roads ?? []).map((road) => ({ ...road, layer: outline ? 1 : 0 })),
    layers: layersOf(placed, base),
    notDrawn: [],
  };
}

const legend = (all: readonly Placed[]): HTMLElement =>
  legendOf(
    all.map(({ label, kind, distance }) => [label, [kind, distanceText(distance)].filter(Boolean).join(' \u00b7 ')]),
  );

let drawn = 0;

/** The place, its parcel, its streets and what lies around it, north up, by the renderer of the reports. Nothing is fetched for it. */
export function mapFigure(all: readonly Placed[], ground: Ground, base: Base): HTMLElement {
  const { outline, roads } = base;
  drawn += 1;
  const placed = all.filter(({ distance }) => distance > apartMeters);
  const parcel = outline ? reachOf(outline, ground.center) * 1.35 : 0;
  const needed = Math.max((placed.at(-1)?.distance ?? 0) * 1.12, parcel, leastHalfMeters);
  const halfMeters = roads ? Math.min(Math.max(needed, leastWithRoads), mostWithRoads) : needed;
  const options = {
    id: `map-${drawn}`,
    title: placed.length > 0 ? `Map: ${placed.length} marks around the place` : 'Map: the place and its parcel',
    width,
    height,
    halfMeters,
    marksAre: 'Numbered as in the list below',
  };
  const picture = drawing(unstyled(drawMap(mapDataOf(placed, ground, base), options)));
  return html('figure', { class: 'map' }, picture, placed.length > 0 ? legend(placed) : undefined);
}

/** Where the outline of the parcel can be had: from the answer itself, or by questions that the reader puts. */
export interface ParcelOf {
  readonly outline: Outline | undefined;
  readonly ask: (() => Promise<Base | undefined>) | undefined;
}

function askButton(ask: () => Promise<Base | undefined>, draw: (base: Base) => void): HTMLElement {
  const made = busyButton('Draw the parcel', 'more', async () => {
    const base = await ask();
    if (base) return draw(base);
    made.replaceWith(html('p', { class: 'quiet', role: 'status' }, 'No certain parcel outline is connected here.'));
  });
  return made;
}

/**
 * A map where something lies around the place or its parcel is known, else three distances or more on a line. Where only
 * the place itself is known there is no picture, but a button that fetches the parcel.
 */
export function mapBlock(result: Fields, ground: Ground | undefined, parcel: ParcelOf): HTMLElement | undefined {
  if (!ground) return undefined;
  const { placed, distant }: Around = around([result], ground.center);
  const isAround = placed.some(({ distance }) => distance > apartMeters);
  const holder = html('div', { class: 'ground' });
  const draw = (base: Base) => holder.replaceChildren(mapFigure(placed, ground, base));
  if (isAround || parcel.outline) draw(parcel);
  else if (distant.length > 2) holder.append(stripOf(distant));
  if (!parcel.outline && parcel.ask) holder.append(askButton(parcel.ask, draw));
  return holder.hasChildNodes() ? holder : undefined;
}
