import { z } from 'zod';
import { code, computed, day, flag, id, number, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import { numberOf } from '../../fields/numbers.ts';
import type { Fields, RowOf, Table } from '../../fields/table.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { countLayer, type LayerQuery } from '../drivers/arcgis.ts';
import { combineLookups } from '../shared/combine.ts';
import { recordOf } from '../shared/lookup.ts';
import { layerRows, type SourceTable, shapeRows } from '../shared/table-rows.ts';

/**
 * What FEMA's zone letters stand for, in FEMA's terms. X is explained by its subtype alone: minimal hazard, 0.2% annual
 * chance, levee and others share the letter.
 */
const zoneMeanings = legendOf('fema-nfhl', 'FLD_ZONE');

const verticalDatum = text('V_DATUM', { maxLength: 20, description: 'Datum of the base flood elevation' });
const lengthUnit = text('LEN_UNIT', { maxLength: 20, format: 'lowerCase' });
const status = text('STATUS', { maxLength: 40 });

/** Layer 28, flood hazard zones; -9999 stands for "not set" in every number. */
export const floodZones = table('fema-nfhl', {
  zone: code('FLD_ZONE', {
    maxLength: 40,
    required: true,
    description: 'Zone letters as FEMA maps them, for example AE or X',
  }),
  meaning: code('FLD_ZONE', { legend: zoneMeanings, closed: true }),
  subtype: text('ZONE_SUBTY', { maxLength: 120 }),
  floodway: computed(['ZONE_SUBTY'], z.boolean(), ([subtype]) => /\bFLOODWAY\b/i.test(textOf(subtype) ?? ''), {
    required: true,
  }),
  specialFloodHazardArea: flag('SFHA_TF', {
    description: "FEMA's own flag of the zone; absent where FEMA sets none",
  }),
  baseFloodElevation: number('STATIC_BFE'),
  verticalDatum,
  depth: number('DEPTH'),
  lengthUnit,
  velocity: computed(['VELOCITY', 'VEL_UNIT'], z.string(), ([speed, unit]) => {
    const value = numberOf(speed);
    return value === undefined ? undefined : `${value} ${textOf(unit, 20)?.toLowerCase() ?? '(unit not stated)'}`;
  }),
  floodAreaId: id('FLD_AR_ID', { maxLength: 40 }),
  studyType: text('STUDY_TYP', { maxLength: 60 }),
});
export type FloodZone = RowOf<typeof floodZones>;

/** Layer 3, panels of the flood insurance rate map. */
export const firmPanels = table('fema-nfhl', {
  panel: id('FIRM_PAN', { maxLength: 30, required: true }),
  effectiveOn: day('EFF_DATE', { means: 'effective' }),
  panelType: text('PANEL_TYP', { maxLength: 80 }),
  notPrintedBecause: text('PNP_REASON', { maxLength: 120 }),
});

/** Layer 1, letters of map revision. */
export const mapRevisions = table('fema-nfhl', {
  caseNumber: id('CASE_NO', { maxLength: 40, required: true }),
  effectiveOn: day('EFF_DATE', { means: 'effective', future: 'real' }),
  status,
});
export type MapRevision = RowOf<typeof mapRevisions>;

/**
 * Layer 34, letters about single properties: map amendments (LOMA), and revisions based on fill. The name of a project
 * can be that of a person and is not requested.
 */
export const mapAmendments = table('fema-nfhl', {
  caseNumber: id('CASENUMBER', { maxLength: 40, required: true }),
  kind: text('PROJECTCATEGORY', { maxLength: 20, description: 'LOMA, or a revision based on fill (LOMR-F)' }),
  date: day('DATEENDED', { means: 'determined' }),
  status,
  outcome: text('OUTCOME', { maxLength: 80, description: "FEMA's own words" }),
  revalidation: text('REVAL_STAT', {
    maxLength: 60,
    description: 'What became of the letter when the map was drawn anew',
  }),
});
export type MapAmendment = RowOf<typeof mapAmendments>;

/** Layer 16, lines of one base flood elevation; lines whose elevation is not set are drawn too. */
export const elevationLines = table('fema-nfhl', {
  elevation: number('ELEV'),
  lengthUnit,
  verticalDatum,
});
export type ElevationLine = RowOf<typeof elevationLines> & { readonly elevation: number };

/** Layer 22, political jurisdictions: communities of the National Flood Insurance Program. */
export const communities = table('fema-nfhl', {
  name: text('POL_NAME1', { maxLength: 120, required: true }),
  communityId: id('CID', { maxLength: 12 }),
});
export type Community = RowOf<typeof communities>;

/** Subtypes as the map writes them; other wording is shown in the facts and not repeated in a sentence. */
const subtypes = legendOf('fema-nfhl', 'ZONE_SUBTY');

/** A zone by the words of this legend alone: "Zone X (AREA OF MINIMAL FLOOD HAZARD)". */
export function zoneLabel(zone: string, subtype: string | undefined): string {
  const letters = zone.toUpperCase();
  const known = letters === 'X' || letters in zoneMeanings ? `Zone ${letters}` : 'a zone of another name';
  return subtype && subtype.toUpperCase() in subtypes ? `${known} (${subtype.toUpperCase()})` : known;
}

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
