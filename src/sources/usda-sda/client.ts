import { z } from 'zod';
import { code, computed, day, id, number, pickFields, table, text } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { wrongShape } from '../shared/lookup.ts';
import { askSda, selected } from './query.ts';

const card = sourceCard('usda-sda');

/** The uppermost layer that restricts roots and water, of one component. */
const uppermost = (column: string) =>
  `(SELECT TOP 1 cr.${column} FROM corestrictions cr WHERE cr.cokey = c.cokey ORDER BY cr.resdept_r)`;

const Restriction = z
  .strictObject({ kind: z.string(), depthCentimeters: z.number().optional() })
  .describe('Uppermost layer that restricts roots and water');
const percent = { unit: 'percent' } as const;
const centimeters = { unit: 'cm' } as const;

/** One row for each component of a map unit; depths are the shallowest. */
export const soils = table(card.id, {
  mapUnitKey: id('mu.mukey AS mukey', { maxLength: 20, required: true }),
  areaSymbol: code('l.areasymbol AS areasymbol', { maxLength: 10 }),
  areaName: text('l.areaname AS areaname', { maxLength: 120 }),
  surveyDate: day('CONVERT(varchar(10), sc.saverest, 23) AS surveydate', { means: 'survey refreshed' }),
  symbol: code('mu.musym AS musym', { maxLength: 20 }),
  unitName: text('mu.muname AS muname', { maxLength: 200, required: true }),
  farmlandClass: code('mu.farmlndcl AS farmlndcl', { maxLength: 120 }),
  floodingFrequency: code('ma.flodfreqdcd AS flodfreqdcd', { maxLength: 40 }),
  pondingPercent: number('ma.pondfreqprs AS pondfreqprs', percent),
  waterTableDepthCentimeters: number('ma.wtdepannmin AS wtdepannmin', centimeters),
  bedrockDepthCentimeters: number('ma.brockdepmin AS brockdepmin', centimeters),
  hydricPercent: number('ma.hydclprs AS hydclprs', percent),
  name: text('c.compname AS compname', { maxLength: 120 }),
  kind: code('c.compkind AS compkind', { maxLength: 60 }),
  sharePercent: number('c.comppct_r AS comppct', { ...percent, description: 'Of the map unit' }),
  slopePercent: number('c.slope_r AS slope', percent),
  drainageClass: code('c.drainagecl AS drainagecl', { maxLength: 60 }),
  hydrologicGroup: code('c.hydgrp AS hydgrp', { maxLength: 10 }),
  /** Yes, No or Unranked. */
  hydric: code('c.hydricrating AS hydricrating', { maxLength: 20 }),
  restriction: computed(
    [`${uppermost('reskind')} AS reskind`, `${uppermost('resdept_r')} AS resdept`],
    Restriction,
    ([reskind, resdept]) => {
      const [kind, depthCentimeters] = [textOf(reskind, 80), numberOf(resdept)];
      return kind === undefined ? undefined : { kind, ...(depthCentimeters !== undefined && { depthCentimeters }) };
    },
  ),
});

export const componentFields = [
  'kind',
  'sharePercent',
  'slopePercent',
  'drainageClass',
  'hydrologicGroup',
  'hydric',
  'restriction',
] as const;

/** The query at a point. Nothing but two numbers is put into it. */
export function soilQuery(point: GeoPoint): string {
  const lon = Number(point.longitude).toFixed(6);
  const lat = Number(point.latitude).toFixed(6);
  if (!/^-?\d+\.\d{6}$/.test(lon) || !/^-?\d+\.\d{6}$/.test(lat)) throw new TypeError('coordinates are numbers');
  return [
    `SELECT ${selected(soils)}`,
    'FROM mapunit mu INNER JOIN legend l ON l.lkey = mu.lkey',
    'LEFT JOIN sacatalog sc ON sc.areasymbol = l.areasymbol',
    'LEFT JOIN muaggatt ma ON ma.mukey = mu.mukey LEFT JOIN component c ON c.mukey = mu.mukey',
    `WHERE mu.mukey IN (SELECT * FROM SDA_Get_Mukey_from_intersection_with_WktWgs84('point(${lon} ${lat})'))`,
    // the general national map is not a detailed survey
    "AND l.areasymbol <> 'US' ORDER BY c.comppct_r DESC",
  ].join(' ');
}

/** The map unit of the first row, with its components; a row without one has none. */
function toMapUnit(rows: readonly NonNullable<ReturnType<typeof soils.read>>[]) {
  const [first] = rows;
  if (!first) return undefined;
  const surveyArea = [first.areaName, first.areaSymbol].filter(Boolean).join(', ');
  return {
    ...pickFields(first, 'mapUnitKey', 'symbol', 'surveyDate', 'farmlandClass', 'floodingFrequency', 'pondingPercent'),
    ...pickFields(first, 'waterTableDepthCentimeters', 'bedrockDepthCentimeters', 'hydricPercent'),
    name: first.unitName,
    ...(surveyArea && { surveyArea }),
    components: rows.flatMap((row) => {
      const { name, mapUnitKey } = row;
      return name && mapUnitKey === first.mapUnitKey ? [{ name, ...pickFields(row, ...componentFields) }] : [];
    }),
  };
}
export type SoilMapUnit = NonNullable<ReturnType<typeof toMapUnit>>;

/** Soil map unit that contains the point, with its components; `empty` where no detailed survey is published. */
export async function soilAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<SoilMapUnit>> {
  const lookup = await askSda(sources, soilQuery(point), soils);
  if (!hasData(lookup)) return lookup;
  const data = toMapUnit(lookup.data);
  if (!data) return wrongShape(sources, card);
  return citing({ ...lookup, data }, { recordId: data.mapUnitKey, sourceDate: data.surveyDate });
}
