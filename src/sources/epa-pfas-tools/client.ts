import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { type Positioned, positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { countLayer, queryLayer } from '../drivers/arcgis.ts';
import { combineLookups } from '../shared/combine.ts';
import { nullableText, textOrNumber } from '../shared/fields.ts';
import { pwsId } from '../shared/ids.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card, { pfasLayers } from './card.ts';

/** One PFAS in one water system at or above the minimum reporting level, at its highest. Nanograms per litre. */
export interface Detection {
  readonly contaminant: string;
  readonly highestNgPerL: number;
  readonly reportingLevelNgPerL?: number;
  readonly samplesAtOrAbove: number;
  readonly lastCollectedOn?: string;
}

export interface TestedSystem extends Positioned {
  readonly pwsId: string;
  readonly name: string;
  readonly detections: readonly Detection[];
}

export interface DrinkingWater {
  /** Systems with at least one result at or above the reporting level. */
  readonly systems: readonly TestedSystem[];
  readonly resultsAtOrAbove: number;
  readonly resultsBelow?: number;
}

export interface PfasSite extends Positioned {
  readonly id: string;
  readonly name: string;
  readonly detail?: string;
}

const ResultRow = z.looseObject({
  F_PWS_ID: pwsId,
  PWS_Name: nullableText,
  Contaminant: z.string(),
  Collection_Date: textOrNumber,
  Minimum_Reporting_Level__ng_L_: textOrNumber,
  Analytical_Result_Value__ng_L_: textOrNumber,
  Latitude: textOrNumber,
  Longitude: textOrNumber,
});

const atOrAbove = "Result_At_or_Above_UCMR_MRL = 'Yes'";
const below = "Result_At_or_Above_UCMR_MRL <> 'Yes'";

function toSystems(rows: readonly z.infer<typeof ResultRow>[]): TestedSystem[] {
  const systems = new Map<string, { name: string; at: ReturnType<typeof positionOf>; found: Map<string, Detection> }>();
  for (const row of rows) {
    const value = numberOf(row.Analytical_Result_Value__ng_L_);
    const contaminant = textOf(row.Contaminant, 40);
    const id = row.F_PWS_ID;
    if (value === undefined || !contaminant) continue;
    const system = systems.get(id) ?? {
      name: textOf(row.PWS_Name, 80) ?? 'name not stated',
      at: positionOf(row.Latitude, row.Longitude),
      found: new Map<string, Detection>(),
    };
    systems.set(id, system);
    const known = system.found.get(contaminant);
    const sampled = dateOf(row.Collection_Date);
    const last = [known?.lastCollectedOn, sampled]
      .filter((date) => date !== undefined)
      .sort()
      .at(-1);
    system.found.set(
      contaminant,
      defined({
        contaminant,
        highestNgPerL: Math.max(value, known?.highestNgPerL ?? value),
        reportingLevelNgPerL: numberOf(row.Minimum_Reporting_Level__ng_L_),
        samplesAtOrAbove: (known?.samplesAtOrAbove ?? 0) + 1,
        lastCollectedOn: last,
      }),
    );
  }
  return [...systems].map(([id, { name, at, found }]) =>
    defined({
      pwsId: id,
      name,
      at,
      detections: [...found.values()].sort((a, b) => b.highestNgPerL - a.highestNgPerL),
    }),
  );
}

/** Results of the fifth monitoring rule for systems whose point lies within the radius; detects and non-detects apart. */
export async function drinkingWaterNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<DrinkingWater>> {
  const query = { layerUrl: pfasLayers.drinkingWater, point, radiusMeters };
  const [found, resultsBelow] = await Promise.all([
    queryLayer(sources, card, { ...query, where: atOrAbove, outFields: Object.keys(ResultRow.shape), limit: 2000 }),
    countLayer(sources, card, { ...query, where: below, outFields: [] }),
  ]);
  const rows = typedRows(sources, card, found, ResultRow, (row) => row);
  const tested = hasData(resultsBelow) ? resultsBelow.data : undefined;
  if (rows.state === 'empty' && tested !== undefined && tested > 0) {
    return {
      state: 'found',
      data: { systems: [], resultsAtOrAbove: 0, resultsBelow: tested },
      citation: rows.citation,
    };
  }
  if (rows.state === 'empty' && resultsBelow.state === 'unavailable') return resultsBelow;
  return mapLookup(combineLookups(rows, { resultsBelow }), ({ main, further }) =>
    defined({ systems: toSystems(main), resultsAtOrAbove: main.length, resultsBelow: further.resultsBelow }),
  );
}

const place = { Latitude: textOrNumber, Longitude: textOrNumber };
const SuperfundRow = z.looseObject({
  Identifier: textOrNumber,
  F_Site_Name: nullableText,
  NPL_Status: nullableText,
  ...place,
});
const FederalRow = z.looseObject({
  Federal_Facility_ID: textOrNumber,
  F_Site_Name: nullableText,
  Federal_Agency: nullableText,
  PFAS_Presence: nullableText,
  ...place,
});
const SpillRow = z.looseObject({
  F_SEQNOS: textOrNumber,
  Material_Involved: nullableText,
  City: nullableText,
  ...place,
});
const IndustryRow = z.looseObject({
  F_Identifier: textOrNumber,
  Facility: nullableText,
  Industry: nullableText,
  ...place,
});

function sites<T extends { Latitude?: unknown; Longitude?: unknown }>(
  layerUrl: string,
  schema: z.ZodObject & z.ZodType<T>,
  read: (row: T) => { id: unknown; name: unknown; detail: unknown },
) {
  return async (sources: SourceAccess, point: GeoPoint, radiusMeters: number): Promise<Lookup<readonly PfasSite[]>> => {
    const outFields = Object.keys(schema.shape);
    const found = await queryLayer(sources, card, { layerUrl, point, radiusMeters, outFields, limit: 500 });
    return typedRows(sources, card, found, schema, (row) => {
      const { id: recordId, name, detail } = read(row);
      return defined({
        id: textOf(recordId, 40) ?? 'not stated',
        name: textOf(name, 100) ?? 'name not stated',
        detail: textOf(detail, 80),
        at: positionOf(row.Latitude, row.Longitude),
      });
    });
  };
}

/** Superfund sites at which PFAS were numberOf. */
export const pfasSuperfundNear = sites(pfasLayers.superfund, SuperfundRow, (row) => ({
  id: row.Identifier,
  name: row.F_Site_Name,
  detail: row.NPL_Status,
}));

/** Federal (mostly defense) sites with known or suspected PFAS, in the publisher's word. */
export const pfasFederalNear = sites(pfasLayers.federalSites, FederalRow, (row) => ({
  id: row.Federal_Facility_ID,
  name: row.F_Site_Name,
  detail: [textOf(row.Federal_Agency, 40), textOf(row.PFAS_Presence, 40)].filter(Boolean).join(': '),
}));

/** Spills reported to the National Response Center; who reported or caused one is not read. */
export const pfasSpillsNear = sites(pfasLayers.spills, SpillRow, (row) => ({
  id: row.F_SEQNOS,
  name: row.Material_Involved,
  detail: row.City,
}));

/** Facilities of sectors that may handle PFAS: no measurement. */
export const pfasIndustryNear = sites(pfasLayers.industry, IndustryRow, (row) => ({
  id: row.F_Identifier,
  name: row.Facility,
  detail: row.Industry,
}));

/** How many rows of a further layer lie within the radius; 0 is an answer. */
export const pfasCountNear = (
  sources: SourceAccess,
  layer: 'toxicReleases' | 'discharges' | 'waterQuality',
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<number>> =>
  countLayer(sources, card, { layerUrl: pfasLayers[layer], point, radiusMeters, outFields: [] });
