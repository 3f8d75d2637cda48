import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';
import { type SoilMapUnit, toMapUnit } from './map.ts';
import { askSda, type SdaColumn, selected } from './query.ts';

/** The uppermost layer that restricts roots and water, of one component. */
const uppermost = (column: string) =>
  `(SELECT TOP 1 cr.${column} FROM corestrictions cr WHERE cr.cokey = c.cokey ORDER BY cr.resdept_r)`;

const columns: readonly SdaColumn[] = [
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
  [uppermost('reskind'), 'reskind'],
  [uppermost('resdept_r'), 'resdept'],
];

/** The query at a point. Nothing but two numbers is put into it. */
export function soilQuery(point: GeoPoint): string {
  const lon = Number(point.longitude).toFixed(6);
  const lat = Number(point.latitude).toFixed(6);
  if (!/^-?\d+\.\d{6}$/.test(lon) || !/^-?\d+\.\d{6}$/.test(lat)) throw new TypeError('coordinates are numbers');
  return [
    `SELECT ${selected(columns)}`,
    'FROM mapunit mu INNER JOIN legend l ON l.lkey = mu.lkey',
    'LEFT JOIN sacatalog sc ON sc.areasymbol = l.areasymbol',
    'LEFT JOIN muaggatt ma ON ma.mukey = mu.mukey LEFT JOIN component c ON c.mukey = mu.mukey',
    `WHERE mu.mukey IN (SELECT * FROM SDA_Get_Mukey_from_intersection_with_WktWgs84('point(${lon} ${lat})'))`,
    // the general national map is not a detailed survey
    "AND l.areasymbol <> 'US' ORDER BY c.comppct_r DESC",
  ].join(' ');
}

/** Soil map unit that contains the point, with its components; `empty` where no detailed survey is published. */
export async function soilAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<SoilMapUnit>> {
  const lookup = await askSda(sources, soilQuery(point), columns);
  if (!hasData(lookup)) return lookup;
  const unit = toMapUnit(lookup.data);
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
