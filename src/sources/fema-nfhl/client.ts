import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { countLayer, queryLayer } from '../drivers/arcgis.ts';
import { combineLookups } from '../shared/combine.ts';
import { recordOf } from '../shared/lookup.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card, { nfhlLayers } from './card.ts';
import {
  type Community,
  type FirmPanel,
  type FloodZone,
  type MapRevision,
  toCommunity,
  toPanel,
  toRevision,
  toZone,
} from './map.ts';
import {
  CommunityAttributes,
  communityFields,
  LomrAttributes,
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
  const rows = (layerUrl: string, outFields: readonly string[], radiusMeters?: number) =>
    queryLayer(sources, card, { layerUrl, point, outFields, limit: 20, ...(radiusMeters && { radiusMeters }) });
  const [available, zones, nearby, panels, revisions, communities] = await Promise.all([
    countLayer(sources, card, { layerUrl: nfhlLayers.availability, point, outFields: [] }),
    rows(nfhlLayers.zone, zoneFields).then((found) => typedRows(sources, card, found, ZoneAttributes, toZone)),
    rows(nfhlLayers.zone, zoneFields, nearbyMeters).then((found) =>
      typedRows(sources, card, found, ZoneAttributes, toZone),
    ),
    rows(nfhlLayers.panel, panelFields).then((found) => typedRows(sources, card, found, PanelAttributes, toPanel)),
    rows(nfhlLayers.lomr, lomrFields).then((found) => typedRows(sources, card, found, LomrAttributes, toRevision)),
    rows(nfhlLayers.community, communityFields).then((found) =>
      typedRows(sources, card, found, CommunityAttributes, toCommunity),
    ),
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
      ...(panel?.effectiveDate && { sourceDate: panel.effectiveDate }),
    },
  };
}
