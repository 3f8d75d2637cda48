import type { ToolContext } from '../../../catalog/context.ts';
import { type Bbox, boxAround } from '../../../geometry/geo.ts';
import { within } from '../../../kernel/bounded.ts';
import { hasData, type Lookup } from '../../../kernel/lookup.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import { readLane } from '../../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../../places/schema/port.ts';
import type { MapArea, MapData, MapLayer, MapRoad } from '../../../reports/pictures/schema.ts';
import { ringsOf } from '../../../sources/drivers/esri.ts';
import { centerLinesIn, type RoadLayer } from '../../../sources/tiger-roads/client.ts';
import { type CodedArea, floodAreas, wetlandAreas } from '../../shared/aerial/context-layers.ts';
import { sectionCitation } from '../../shared/compose/facts.ts';
import { ringsIn, roadsIn } from '../../shared/map-geometry.ts';
import type { ParcelReading } from '../../shared/parcel.ts';

export type MapLayers = Pick<MapData, 'areas' | 'roads' | 'layers' | 'notDrawn'>;

export const noLayers: MapLayers = { areas: [], roads: [], layers: [], notDrawn: [] };

/** Half the side of what is read for the map of the site, meters. */
const siteMeters = 320;
/** The same for the map of a mile: its rings with what a wide picture shows beside them. */
const mileMeters = 1900;
/** Shapes of a mile may be off by a third of what a picture can show, about three meters. */
const mileTolerance = 0.00003;
const maxLots = 150;
const lotReachMeters = 160;
/** Corners that areas of one layer may have in all. */
const maxCorners = 700;

interface Read {
  readonly layer?: MapLayer;
  readonly areas: readonly Omit<MapArea, 'layer'>[];
  readonly roads: readonly Omit<MapRoad, 'layer'>[];
  readonly notDrawn?: MapData['notDrawn'][number];
}

const missed = (label: string, found: Exclude<Lookup<unknown>, { data: unknown }>): Read => ({
  areas: [],
  roads: [],
  ...('source' in found && { notDrawn: { label, reason: found.reason } }),
  // a layer that answered with nothing was looked at and is cited
  ...(found.state === 'empty' && {
    layer: { label, complete: true, citation: sectionCitation(found.citation) },
  }),
});

/** The layer of a lookup; more than one question about it, one layer. */
const layerOf = (label: string, found: Extract<Lookup<unknown>, { data: unknown }>): MapLayer => ({
  label,
  complete: found.state === 'found',
  citation: sectionCitation(found.citation),
});

/**
 * Whether a wetland code means open water by the classification of the inventory (Cowardin 1979): rivers, lakes and
 * sea, and of the rest what has an unconsolidated or aquatic bed and water over it.
 */
const isWater = (code: string | undefined) => code !== undefined && /^(R|L|M|E1|P(UB|AB))/.test(code);

function areasRead(
  label: string,
  found: Lookup<readonly CodedArea[]>,
  kindOf: (area: CodedArea) => MapArea['kind'],
  { box, scope }: { readonly box: Bbox; readonly scope: 'site' | 'mile' },
): Read {
  if (!hasData(found)) return missed(label, found);
  const all = found.data.reduce((sum, { rings }) => sum + rings.reduce((count, ring) => count + ring.length, 0), 0);
  const areas = found.data.flatMap((area) => {
    const own = area.rings.reduce((count, ring) => count + ring.length, 0);
    const rings = ringsIn(area.rings, box, Math.max(12, Math.round((maxCorners * own) / Math.max(1, all))));
    return rings.length > 0 ? [{ kind: kindOf(area), ...(area.code && { name: area.code }), rings, scope }] : [];
  });
  return { layer: layerOf(label, found), areas, roads: [] };
}

function roadsRead(kind: RoadLayer, found: Awaited<ReturnType<typeof centerLinesIn>>, box: Bbox): Read {
  if (!hasData(found)) return missed('Roads', found);
  // the three layers of the map are one to its reader
  const sourceName = found.citation.sourceName.replace(`, ${kind} roads`, '');
  const citation = { ...found.citation, sourceName };
  return { layer: layerOf('Roads', { ...found, citation }), areas: [], roads: roadsIn(found.data, box, kind) };
}

async function lotsRead(
  ctx: Pick<ToolContext, 'sources'>,
  lanes: readonly ConfiguredLane<'parcel'>[],
  center: GeoPoint,
  { parcel }: ParcelReading,
): Promise<Read> {
  const label = 'Tax lots';
  const lane = lanes.find(({ card }) => card.id === parcel?.cardId) ?? lanes[0];
  if (!lane) return { areas: [], roads: [], notDrawn: { label, reason: 'no parcel layer is known here' } };
  const box = boxAround(center, siteMeters);
  const subject = parcel && parcel.addressAgrees !== false ? parcel : undefined;
  const own = subject ? ringsIn(subject.rings, boxAround(center, mileMeters), 320) : [];
  const ownArea =
    own.length > 0
      ? [{ kind: 'parcel' as const, ...(subject?.parcelId && { name: subject.parcelId }), rings: own }]
      : [];
  const found = await readLane(ctx.sources, lane, {
    point: center,
    reachMeters: lotReachMeters,
    geometry: true,
    limit: maxLots,
  });
  const layer = subject && own.length > 0 && { label, complete: true, citation: sectionCitation(subject.citation) };
  if (!hasData(found)) return { ...missed(label, found), areas: ownArea, ...(layer && { layer }) };
  const neighbors = found.data.flatMap(({ fields, geometry }) => {
    const rings = ringsIn(ringsOf(geometry), box, 60);
    const name = fields.parcelId === undefined ? undefined : String(fields.parcelId);
    if (rings.length === 0 || (name !== undefined && name === subject?.parcelId)) return [];
    return [{ kind: 'neighbor' as const, ...(name && { name }), rings, scope: 'site' as const }];
  });
  return { layer: layerOf(label, found), areas: [...ownArea, ...neighbors], roads: [] };
}

/** One list of layers, each source and purpose once; parts that name their layer by its place in it. */
function together(parts: readonly Read[]): MapLayers {
  const layers: MapLayer[] = [];
  const numberOf = ({ layer }: Read): number => {
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

/**
 * What the maps of a report are drawn from, all at the same time: roads, flood hazard areas and wetlands around the
 * center at once, tax lots as soon as the parcel is known. What is late or fails is named and not drawn.
 */
export async function readMapLayers(
  ctx: Pick<ToolContext, 'sources'>,
  center: GeoPoint,
  lanes: readonly ConfiguredLane<'parcel'>[],
  reading: Promise<ParcelReading>,
  limitMs: number,
): Promise<MapLayers> {
  const { sources } = ctx;
  const site = { box: boxAround(center, siteMeters), scope: 'site' as const };
  const mile = { box: boxAround(center, mileMeters), scope: 'mile' as const };
  const inTime = (label: string, job: Promise<Read>) =>
    within<Read>(limitMs, job, () => ({
      areas: [],
      roads: [],
      notDrawn: { label, reason: 'did not answer in time' },
    }));
  const roads = (kind: RoadLayer, { box }: { box: Bbox }) =>
    inTime(
      'Roads',
      centerLinesIn(sources, kind, box).then((found) => roadsRead(kind, found, box)),
    );
  const areas = (
    label: string,
    read: typeof floodAreas,
    kindOf: (area: CodedArea) => MapArea['kind'],
    where: typeof site | typeof mile,
  ) => {
    const coarse = where.scope === 'mile' ? { tolerance: mileTolerance } : {};
    return inTime(
      label,
      read(sources, { bbox: where.box, ...coarse }).then((found) => areasRead(label, found, kindOf, where)),
    );
  };
  const flooded = (where: typeof site | typeof mile) =>
    areas('Special Flood Hazard Areas', floodAreas, () => 'flood', where);
  const wet = (where: typeof site | typeof mile) =>
    areas('Wetlands', wetlandAreas, ({ code }) => (isWater(code) ? 'water' : 'wetland'), where);
  return together(
    await Promise.all([
      inTime(
        'Tax lots',
        reading.then((parcel) => lotsRead(ctx, lanes, center, parcel)),
      ),
      roads('primary', mile),
      roads('secondary', mile),
      roads('local', site),
      flooded(site),
      flooded(mile),
      wet(site),
      wet(mile),
    ]),
  );
}
