import type { z } from 'zod';
import type { Bbox } from '../../geometry/geo.ts';
import type { MappedShape } from '../../geometry/overlay.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { countLayer, queryLayer } from '../drivers/arcgis.ts';
import { combineLookups } from '../shared/combine.ts';
import { recordOf } from '../shared/lookup.ts';
import { shapesOf } from '../shared/shapes.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card, { nfhlLayers } from './card.ts';
import {
  type Community,
  type ElevationLine,
  type FirmPanel,
  type FloodZone,
  type MapAmendment,
  type MapRevision,
  toAmendment,
  toCommunity,
  toElevationLine,
  toPanel,
  toRevision,
  toZone,
} from './map.ts';
import {
  CommunityAttributes,
  communityFields,
  ElevationLineAttributes,
  elevationLineFields,
  LomaAttributes,
  LomrAttributes,
  lomaFields,
  lomrFields,
  PanelAttributes,
  panelFields,
  ZoneAttributes,
  zoneFields,
} from './schema.ts';

export interface FloodMap {
  /** Zones that contain the point; several where it lies on a boundary. */
  readonly zones: readonly FloodZone[];
  /** Zones within `nearbyMeters`, the point's own included. */
  readonly nearby: readonly FloodZone[];
  readonly panels: readonly FirmPanel[];
  readonly revisions: readonly MapRevision[];
  readonly communities: readonly Community[];
}

interface LayerReader<T, U> {
  readonly layerUrl: string;
  readonly outFields: readonly string[];
  readonly schema: z.ZodType<T>;
  readonly map: (row: T) => U | undefined;
}

async function readLayer<T, U>(
  sources: SourceAccess,
  point: GeoPoint,
  { layerUrl, outFields, schema, map }: LayerReader<T, U>,
  radiusMeters?: number,
): Promise<Lookup<readonly U[]>> {
  const question = { layerUrl, point, outFields, limit: 20, ...(radiusMeters && { radiusMeters }) };
  return typedRows(sources, card, await queryLayer(sources, card, question), schema, map);
}

const zoneLayer = { layerUrl: nfhlLayers.zone, outFields: zoneFields, schema: ZoneAttributes, map: toZone };
const panelLayer = { layerUrl: nfhlLayers.panel, outFields: panelFields, schema: PanelAttributes, map: toPanel };
const lomrLayer = { layerUrl: nfhlLayers.lomr, outFields: lomrFields, schema: LomrAttributes, map: toRevision };
const lomaLayer = { layerUrl: nfhlLayers.loma, outFields: lomaFields, schema: LomaAttributes, map: toAmendment };
const communityLayer = {
  layerUrl: nfhlLayers.community,
  outFields: communityFields,
  schema: CommunityAttributes,
  map: toCommunity,
};
const elevationLayer = {
  layerUrl: nfhlLayers.baseFloodElevationLine,
  outFields: elevationLineFields,
  schema: ElevationLineAttributes,
  map: toElevationLine,
};

/**
 * The effective flood map at a point. `not_covered` where FEMA's availability layer has no digital map there;
 * `empty` where a map exists and draws no zone at the point; `partial` where panel, revisions, community or
 * neighboring zones could not be read.
 */
export async function floodMapAt(
  sources: SourceAccess,
  point: GeoPoint,
  nearbyMeters: number,
): Promise<Lookup<FloodMap>> {
  const [available, zones, nearby, panels, revisions, communities] = await Promise.all([
    countLayer(sources, card, { layerUrl: nfhlLayers.availability, point, outFields: [] }),
    readLayer(sources, point, zoneLayer),
    readLayer(sources, point, zoneLayer, nearbyMeters),
    readLayer(sources, point, panelLayer),
    readLayer(sources, point, lomrLayer),
    communitiesAt(sources, point),
  ]);
  if (zones.state === 'empty') {
    if (available.state === 'unavailable') return available;
    const mapped = hasData(available) && available.data > 0;
    return mapped
      ? { ...zones, reason: 'a digital map exists here and draws no flood hazard zone at the point' }
      : { state: 'not_covered', source: card.name, reason: 'FEMA publishes no digital flood map at this point' };
  }
  const whole = combineLookups(zones, { nearby, panels, revisions, communities });
  if (!hasData(whole)) return whole;
  const { main, further } = whole.data;
  const panel = further.panels?.[0];
  return {
    ...whole,
    data: {
      zones: main,
      nearby: further.nearby ?? [],
      panels: further.panels ?? [],
      revisions: further.revisions ?? [],
      communities: further.communities ?? [],
    },
    citation: {
      ...whole.citation,
      ...(panel && recordOf(card, panel.panel)),
      ...(panel?.effectiveOn && { sourceDate: panel.effectiveOn }),
    },
  };
}

/** Communities of the National Flood Insurance Program whose mapped territory holds a point. */
export const communitiesAt = (sources: SourceAccess, point: GeoPoint): Promise<Lookup<readonly Community[]>> =>
  readLayer(sources, point, communityLayer);

/** The flood map of a point, with the letters about properties near it and the lines of base flood elevation. */
export interface DetailedFloodMap extends FloodMap {
  /** Letters of map amendment, and of revision based on fill, newest first. */
  readonly amendments: readonly MapAmendment[];
  /** Lines of base flood elevation, lowest first. */
  readonly elevationLines: readonly ElevationLine[];
}

/** How far from the point each layer of a detailed flood map is searched, in meters. */
export interface FloodMapDistances {
  readonly zones: number;
  readonly amendments: number;
  readonly elevationLines: number;
}

/** Half a meter: FEMA draws its zones coarser than that. */
const simplifiedDegrees = 0.000_005;
const mostZones = 200;

/** The zones that reach into a box, each with its outline. */
export async function floodZonesIn(
  sources: SourceAccess,
  bbox: Bbox,
): Promise<Lookup<readonly MappedShape<FloodZone>[]>> {
  const found = await queryLayer(sources, card, {
    layerUrl: nfhlLayers.zone,
    bbox,
    outFields: zoneFields,
    geometry: true,
    maxAllowableOffset: simplifiedDegrees,
    limit: mostZones,
  });
  return shapesOf(sources, card, found, ({ attributes }) => {
    const row = ZoneAttributes.safeParse(attributes);
    return row.success ? toZone(row.data) : undefined;
  });
}

/** {@link floodMapAt} with letters about properties and elevation lines nearby; `partial` where those could not be read. */
export async function detailedFloodMapAt(
  sources: SourceAccess,
  point: GeoPoint,
  distances: FloodMapDistances,
): Promise<Lookup<DetailedFloodMap>> {
  const [map, lettersOfMapAmendment, baseFloodElevationLines] = await Promise.all([
    floodMapAt(sources, point, distances.zones),
    readLayer(sources, point, lomaLayer, distances.amendments),
    readLayer(sources, point, elevationLayer, distances.elevationLines),
  ]);
  const whole = combineLookups(map, { lettersOfMapAmendment, baseFloodElevationLines });
  return mapLookup(whole, ({ main, further }) => ({
    ...main,
    amendments: (further.lettersOfMapAmendment ?? []).toSorted((a, b) =>
      (b.date ?? '').localeCompare(a.date ?? '', 'en'),
    ),
    elevationLines: (further.baseFloodElevationLines ?? []).toSorted((a, b) => a.elevation - b.elevation),
  }));
}
