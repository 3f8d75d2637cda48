import type { Fields, RowOf, Table } from '../../fields/table.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { countLayer, type LayerQuery } from '../drivers/arcgis.ts';
import { combineLookups } from '../shared/combine.ts';
import { recordOf } from '../shared/lookup.ts';
import { layerRows, type SourceTable, shapeRows } from '../shared/table-rows.ts';
import {
  type Community,
  communities,
  type ElevationLine,
  elevationLines,
  type FloodZone,
  firmPanels,
  floodZones,
  type MapAmendment,
  type MapRevision,
  mapAmendments,
  mapRevisions,
} from './fields.ts';

const card = sourceCard('fema-nfhl');

/** Official page on which a person finds the flood map of a place. */
export const mapServiceCenterUrl = 'https://msc.fema.gov/portal/search';

/** Layers of the effective National Flood Hazard Layer, by their numbers in its MapServer. */
const layers = {
  zones: [28, floodZones],
  panels: [3, firmPanels],
  revisions: [1, mapRevisions],
  /** Letters of map amendment, and revisions based on fill. */
  amendments: [34, mapAmendments],
  elevationLines: [16, elevationLines],
  communities: [22, communities],
} as const;

const layerAt = <F extends Fields>(
  sources: SourceAccess,
  [layer, table]: readonly [number, SourceTable<F>],
  point: GeoPoint,
  radiusMeters?: number,
): Promise<Lookup<readonly RowOf<Table<F>>[]>> =>
  layerRows(sources, table, { layer, point, limit: 20, ...(radiusMeters && { radiusMeters }) });

export interface FloodMap {
  /** Zones that contain the point; several where it lies on a boundary. */
  readonly zones: readonly FloodZone[];
  /** Zones within `nearbyMeters`, the point's own included. */
  readonly nearby: readonly FloodZone[];
  readonly panels: readonly RowOf<typeof firmPanels>[];
  readonly revisions: readonly MapRevision[];
  readonly communities: readonly Community[];
}

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
  // layer 0 says where a digital map exists
  const [available, zones, nearby, panels, revisions, communities] = await Promise.all([
    countLayer(sources, card, { layer: 0, point }),
    layerAt(sources, layers.zones, point),
    layerAt(sources, layers.zones, point, nearbyMeters),
    layerAt(sources, layers.panels, point),
    layerAt(sources, layers.revisions, point),
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
export const communitiesAt = (sources: SourceAccess, point: GeoPoint) => layerAt(sources, layers.communities, point);

export interface DetailedFloodMap extends FloodMap {
  /** Newest first. */
  readonly amendments: readonly MapAmendment[];
  /** Lowest first. */
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

export const floodZonesIn = (
  sources: SourceAccess,
  bbox: Bbox,
  drawn: Pick<LayerQuery, 'where' | 'limit' | 'maxAllowableOffset'> = {
    maxAllowableOffset: simplifiedDegrees,
    limit: mostZones,
  },
) => shapeRows(sources, floodZones, { bbox, ...drawn });

/** {@link floodMapAt} with letters about properties and elevation lines nearby; `partial` where those could not be read. */
export async function detailedFloodMapAt(sources: SourceAccess, point: GeoPoint, distances: FloodMapDistances) {
  const [map, lettersOfMapAmendment, baseFloodElevationLines] = await Promise.all([
    floodMapAt(sources, point, distances.zones),
    layerAt(sources, layers.amendments, point, distances.amendments),
    layerAt(sources, layers.elevationLines, point, distances.elevationLines),
  ]);
  const whole = combineLookups(map, { lettersOfMapAmendment, baseFloodElevationLines });
  return mapLookup(whole, ({ main, further }) => ({
    ...main,
    amendments: (further.lettersOfMapAmendment ?? []).toSorted((a, b) =>
      (b.date ?? '').localeCompare(a.date ?? '', 'en'),
    ),
    elevationLines: (further.baseFloodElevationLines ?? [])
      .flatMap((line) => (line.elevation === undefined ? [] : [{ ...line, elevation: line.elevation }]))
      .toSorted((a, b) => a.elevation - b.elevation),
  }));
}
