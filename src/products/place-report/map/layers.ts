import type { ToolContext } from '../../../catalog/context.ts';
import { type Bbox, boxAround } from '../../../geometry/geo.ts';
import { within } from '../../../kernel/bounded.ts';
import { hasData, type Lookup } from '../../../kernel/lookup.ts';
import type { GeoPoint } from '../../../kernel/subject.ts';
import { readLane } from '../../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../../places/schema/port.ts';
import type { MapArea } from '../../../reports/pictures/schema.ts';
import { ringsOf } from '../../../sources/drivers/esri.ts';
import { type CodedArea, floodAreas, wetlandAreas } from '../../shared/aerial/context-layers.ts';
import { sectionCitation } from '../../shared/compose/facts.ts';
import { ringsIn } from '../../shared/map-geometry.ts';
import {
  type LayerRead,
  late,
  layerOf,
  type MapLayers,
  mileMeters,
  missed,
  roadsAround,
  together,
} from '../../shared/map-layers.ts';
import type { ParcelReading } from '../../shared/parcel.ts';

/** Half the side of what is read for the map of the site, meters. */
const siteMeters = 320;
/** Shapes of a mile may be off by a third of what a picture can show, about three meters. */
const mileTolerance = 0.00003;
const maxLots = 150;
const lotReachMeters = 160;
/** Corners that areas of one layer may have in all. */
const maxCorners = 700;

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
): LayerRead {
  if (!hasData(found)) return missed(label, found);
  const all = found.data.reduce((sum, { rings }) => sum + rings.reduce((count, ring) => count + ring.length, 0), 0);
  const areas = found.data.flatMap((area) => {
    const own = area.rings.reduce((count, ring) => count + ring.length, 0);
    const rings = ringsIn(area.rings, box, Math.max(12, Math.round((maxCorners * own) / Math.max(1, all))));
    return rings.length > 0 ? [{ kind: kindOf(area), ...(area.code && { name: area.code }), rings, scope }] : [];
  });
  return { layer: layerOf(label, found), areas, roads: [] };
}

async function lotsRead(
  ctx: Pick<ToolContext, 'sources'>,
  lanes: readonly ConfiguredLane<'parcel'>[],
  center: GeoPoint,
  { parcel }: ParcelReading,
): Promise<LayerRead> {
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
  const flood = 'Special Flood Hazard Areas';
  const wetland = 'Wetlands';
  const areas = (
    label: string,
    job: Promise<Lookup<readonly CodedArea[]>>,
    kindOf: (area: CodedArea) => MapArea['kind'],
    where: { readonly box: Bbox; readonly scope: 'site' | 'mile' },
  ) =>
    within(
      limitMs,
      job.then((found) => areasRead(label, found, kindOf, where)),
      late(label),
    );
  const wet = ({ code }: CodedArea) => (isWater(code) ? ('water' as const) : ('wetland' as const));
  const sfha = () => 'flood' as const;
  const coarse = { bbox: mile.box, tolerance: mileTolerance };
  return together(
    await Promise.all([
      within(
        limitMs,
        reading.then((parcel) => lotsRead(ctx, lanes, center, parcel)),
        late('Tax lots'),
      ),
      ...roadsAround(sources, center, siteMeters, limitMs),
      areas(flood, floodAreas(sources, { bbox: site.box }), sfha, site),
      areas(flood, floodAreas(sources, coarse), sfha, mile),
      areas(wetland, wetlandAreas(sources, { bbox: site.box }), wet, site),
      areas(wetland, wetlandAreas(sources, coarse), wet, mile),
    ]),
  );
}
