import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import card from './card.ts';
import { type SoilMapUnit, toMapUnit } from './map.ts';

const columns = [
  ['mu.mukey', 'mukey'],
  ['l.areasymbol', 'areasymbol'],
  ['l.areaname', 'areaname'],
  ['CONVERT(varchar(10), sc.saverest, 23)', 'surveydate'],
  ['mu.musym', 'musym'],
  ['mu.muname', 'muname'],
  ['mu.farmlndcl', 'farmlndcl'],
  ['ma.flodfreqdcd', 'flodfreqdcd'],
  ['ma.pondfreqprs', 'pondfreqprs'],
  ['ma.wtdepannmin', 'wtdepannmin'],
  ['ma.brockdepmin', 'brockdepmin'],
  ['ma.hydclprs', 'hydclprs'],
  ['c.compname', 'compname'],
  ['c.compkind', 'compkind'],
  ['c.comppct_r', 'comppct'],
  ['c.slope_r', 'slope'],
  ['c.drainagecl', 'drainagecl'],
  ['c.hydgrp', 'hydgrp'],
  ['c.hydricrating', 'hydricrating'],
] as const;

/** The query at a point. Nothing but two numbers is put into it. */
export function soilQuery(point: GeoPoint): string {
  const lon = Number(point.longitude).toFixed(6);
  const lat = Number(point.latitude).toFixed(6);
  if (!/^-?\d+\.\d{6}$/.test(lon) || !/^-?\d+\.\d{6}$/.test(lat)) throw new TypeError('coordinates are numbers');
  return [
    `SELECT ${columns.map(([expression, name]) => `${expression} AS ${name}`).join(', ')}`,
    'FROM mapunit mu INNER JOIN legend l ON l.lkey = mu.lkey',
    'LEFT JOIN sacatalog sc ON sc.areasymbol = l.areasymbol',
    'LEFT JOIN muaggatt ma ON ma.mukey = mu.mukey LEFT JOIN component c ON c.mukey = mu.mukey',
    `WHERE mu.mukey IN (SELECT * FROM SDA_Get_Mukey_from_intersection_with_WktWgs84('point(${lon} ${lat})'))`,
    // the general national map is not a detailed survey
    "AND l.areasymbol <> 'US' ORDER BY c.comppct_r DESC",
  ].join(' ');
}

/** Nothing found is an empty object; anything else without a table is no answer. */
const Reply = z.union([z.looseObject({ Table: z.array(z.array(z.string().nullable())) }), z.strictObject({})]);

/** Soil map unit that contains the point, with its components; `empty` where no detailed survey is published. */
export async function soilAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<SoilMapUnit>> {
  const body = new URLSearchParams({ query: soilQuery(point), format: 'JSON+COLUMNNAME' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const request = { url: card.endpoint, method: 'POST', idempotent: true, headers, body } as const;
  const lookup = await getJson(sources, card, request, Reply, {
    isEmpty: (reply) => !('Table' in reply) || reply.Table.length < 2,
  });
  if (!hasData(lookup)) return lookup;
  const [names = [], ...rows] = 'Table' in lookup.data ? lookup.data.Table : [];
  if (!columns.every(([, name]) => names.includes(name))) return wrongShape(sources, card);
  const unit = toMapUnit(rows.map((row) => Object.fromEntries(names.map((name, index) => [name ?? '', row[index]]))));
  if (!unit) return wrongShape(sources, card);
  return {
    ...lookup,
    data: unit,
    citation: {
      ...lookup.citation,
      recordId: unit.mapUnitKey,
      ...(unit.surveyDate && { sourceDate: unit.surveyDate }),
    },
  };
}
