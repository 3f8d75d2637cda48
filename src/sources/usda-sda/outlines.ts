import { wktToGeoJSON } from 'betterknown';
import { z } from 'zod';
import { code, computed, id, number, type RowOf, table, text } from '../../fields/define.ts';
import type { Bbox } from '../../geometry/geo.ts';
import type { Rings } from '../../geometry/outline.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { askSda, selected } from './query.ts';

/** The box as well-known text; nothing but numbers is put into it. */
function boxText(bbox: Bbox): string {
  const [w, s, e, n] = bbox.map((degrees) => Number(degrees).toFixed(6));
  if ([w, s, e, n].some((text) => !/^-?\d+\.\d{6}$/.test(text ?? ''))) throw new TypeError('a box has four numbers');
  return `polygon((${w} ${s}, ${e} ${s}, ${e} ${n}, ${w} ${n}, ${w} ${s}))`;
}

/** Undefined where the text is no geometry. */
function geometryOf(text: string): ReturnType<typeof wktToGeoJSON> | undefined {
  try {
    return wktToGeoJSON(text);
  } catch {
    return undefined;
  }
}

/** Rings of a polygon or of several; a touch of the box leaves lines and points, which have no area. */
function ringsOfText(text: string): Rings | undefined {
  const geometry = geometryOf(text);
  if (geometry === undefined) return undefined;
  const parts = geometry?.type === 'GeometryCollection' ? geometry.geometries : geometry ? [geometry] : [];
  return parts.flatMap((part) => {
    const polygons =
      part.type === 'Polygon' ? [part.coordinates] : part.type === 'MultiPolygon' ? part.coordinates : [];
    return polygons.flat().map((ring) => ring.map(([x = 0, y = 0]) => [x, y] as const));
  });
}

const unit = {
  mapUnitKey: id('mu.mukey AS mukey', { maxLength: 20, required: true }),
  symbol: code('mu.musym AS musym', { maxLength: 20 }),
  name: text('mu.muname AS muname', { maxLength: 200, required: true }),
  farmlandClass: code('mu.farmlndcl AS farmlndcl', { maxLength: 120 }),
  hydricPercent: number('ma.hydclprs AS hydclprs', {
    unit: 'percent',
    description: 'Share of the whole map unit that is rated hydric',
  }),
} as const;

export const mappedUnits = table('usda-sda', unit);
export type MappedSoilUnit = RowOf<typeof mappedUnits>;

const unitsIn = (box: string) =>
  table('usda-sda', {
    ...unit,
    rings: computed(
      [`mp.mupolygongeo.STIntersection(geometry::STGeomFromText('${box}', 4326)).STAsText() AS outline`],
      z.custom<Rings>(),
      ([outline]) => (typeof outline === 'string' ? ringsOfText(outline) : undefined),
      { required: true },
    ),
  });

/**
 * The query of map units in a box, each outline cut to the box: one polygon of a survey can cover a county. Form of
 * soilDB (SDA_spatialQuery) and of the survey's own report scripts.
 */
export function soilOutlineQuery(bbox: Bbox): string {
  const box = boxText(bbox);
  return [
    `SELECT ${selected(unitsIn(box))}`,
    'FROM mupolygon mp INNER JOIN mapunit mu ON mu.mukey = mp.mukey INNER JOIN legend l ON l.lkey = mu.lkey',
    'LEFT JOIN muaggatt ma ON ma.mukey = mu.mukey',
    `WHERE mp.mupolygonkey IN (SELECT * FROM SDA_Get_Mupolygonkey_from_intersection_with_WktWgs84('${box}'))`,
    "AND l.areasymbol <> 'US'",
  ].join(' ');
}

/**
 * Map units of the detailed surveys that reach into a box, each with its outline as far as it lies in the box. `empty`
 * where no detailed survey is published; rows that do not read make the rest `partial`.
 */
export async function soilUnitsIn(sources: SourceAccess, bbox: Bbox) {
  const found = await askSda(sources, soilOutlineQuery(bbox), unitsIn(boxText(bbox)));
  return mapLookup(found, (rows) => rows.flatMap(({ rings, ...of }) => (rings.length > 0 ? [{ of, rings }] : [])));
}
