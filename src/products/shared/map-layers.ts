import { type Bbox, boxAround } from '../../geometry/geo.ts';
import { within } from '../../kernel/bounded.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { MapArea, MapData, MapLayer, MapRoad } from '../../reports/pictures/schema.ts';
import { centerLinesIn, type RoadLayer } from '../../sources/tiger-roads/client.ts';
import { sectionCitation } from './compose/facts.ts';
import { roadsIn } from './map-geometry.ts';

export type MapLayers = Pick<MapData, 'areas' | 'roads' | 'layers' | 'notDrawn'>;

export const noLayers: MapLayers = { areas: [], roads: [], layers: [], notDrawn: [] };

/** Half the side of what is read for a map of a mile, meters: its rings with what a wide picture shows beside them. */
export const mileMeters = 1900;

/** What one source gives for a map. */
export interface LayerRead {
  readonly layer?: MapLayer;
  readonly areas: readonly Omit<MapArea, 'layer'>[];
  readonly roads: readonly Omit<MapRoad, 'layer'>[];
  readonly notDrawn?: MapData['notDrawn'][number];
}

export const missed = (label: string, found: Exclude<Lookup<unknown>, { data: unknown }>): LayerRead => ({
  areas: [],
  roads: [],
  ...('source' in found && { notDrawn: { label, reason: found.reason } }),
  // a layer that answered with nothing was looked at and is cited
  ...(found.state === 'empty' && {
    layer: { label, complete: true, citation: sectionCitation(found.citation) },
  }),
});

/** The layer of a lookup; more than one question about it, one layer. */
export const layerOf = (label: string, found: Extract<Lookup<unknown>, { data: unknown }>): MapLayer => ({
  label,
  complete: found.state === 'found',
  citation: sectionCitation(found.citation),
});

function roadsRead(kind: RoadLayer, found: Awaited<ReturnType<typeof centerLinesIn>>, box: Bbox): LayerRead {
  if (!hasData(found)) return missed('Roads', found);
  // the three layers of the map are one to its reader
  const sourceName = found.citation.sourceName.replace(`, ${kind} roads`, '');
  const citation = { ...found.citation, sourceName };
  return { layer: layerOf('Roads', { ...found, citation }), areas: [], roads: roadsIn(found.data, box, kind) };
}

/** What did not answer in time, named and not drawn. */
export const late = (label: string) => (): LayerRead => ({
  areas: [],
  roads: [],
  notDrawn: { label, reason: 'did not answer in time' },
});

/** Roads of one layer in a box. */
export const readRoads = (sources: SourceAccess, kind: RoadLayer, box: Bbox, limitMs: number): Promise<LayerRead> =>
  within(
    limitMs,
    centerLinesIn(sources, kind, box).then((found) => roadsRead(kind, found, box)),
    late('Roads'),
  );

/** Main roads of a mile around, and every road within a distance. */
export const roadsAround = (sources: SourceAccess, center: GeoPoint, nearMeters: number, limitMs: number) => {
  const mile = boxAround(center, mileMeters);
  return [
    readRoads(sources, 'primary', mile, limitMs),
    readRoads(sources, 'secondary', mile, limitMs),
    readRoads(sources, 'local', boxAround(center, nearMeters), limitMs),
  ] as const;
};

/** One list of layers, each source and purpose once; parts that name their layer by its place in it. */
export function together(parts: readonly LayerRead[]): MapLayers {
  const layers: MapLayer[] = [];
  const numberOf = ({ layer }: LayerRead): number => {
    if (!layer) return 0;
    const known = layers.findIndex(
      ({ label, citation }) => label === layer.label && citation.sourceName === layer.citation.sourceName,
    );
    const before = layers[known];
    if (!before) return layers.push(layer) - 1;
    layers[known] = { ...before, complete: before.complete && layer.complete };
    return known;
  };
  const numbered = parts.map((part) => ({ part, layer: numberOf(part) }));
  const notDrawn = parts.flatMap((part) => part.notDrawn ?? []);
  return {
    areas: numbered.flatMap(({ part, layer }) => part.areas.map((area) => ({ ...area, layer }))),
    roads: numbered.flatMap(({ part, layer }) => part.roads.map((road) => ({ ...road, layer }))),
    layers,
    notDrawn: [...new Map(notDrawn.map((one) => [`${one.label} ${one.reason}`, one])).values()],
  };
}
