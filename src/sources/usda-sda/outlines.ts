import { wktToGeoJSON } from 'betterknown';
import { numberOf } from '../../fields/numbers.ts';
import type { Bbox } from '../../geometry/geo.ts';
import type { Rings } from '../../geometry/outline.ts';
import type { MappedShape } from '../../geometry/overlay.ts';
import { defined } from '../../kernel/defined.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { readRows } from '../shared/read-rows.ts';
import card from './card.ts';
import { askSda, type SdaColumn, type SdaRow, selected } from './query.ts';

/** A map unit of the detailed survey, as far as its outline is drawn. */
export interface MappedSoilUnit {
  readonly mapUnitKey: string;
  readonly symbol?: string;
  readonly name: string;
  readonly farmlandClass?: string;
  /** Share of the whole map unit that is rated hydric. */
  readonly hydricPercent?: number;
}

/** The box as well-known text; nothing but numbers is put into it. */
function boxText(bbox: Bbox): string {
  const [w, s, e, n] = bbox.map((degrees) => Number(degrees).toFixed(6));
  if ([w, s, e, n].some((text) => !/^-?\d+\.\d{6}$/.test(text ?? ''))) throw new TypeError('a box has four numbers');
  return `polygon((${w} ${s}, ${e} ${s}, ${e} ${n}, ${w} ${n}, ${w} ${s}))`;
}

const columnsIn = (box: string): readonly SdaColumn[] => [
  ['mu.mukey', 'mukey'],
  ['mu.musym', 'musym'],
  ['mu.muname', 'muname'],
  ['mu.farmlndcl', 'farmlndcl'],
  ['ma.hydclprs', 'hydclprs'],
  [`mp.mupolygongeo.STIntersection(geometry::STGeomFromText('${box}', 4326)).STAsText()`, 'outline'],
];

/**
 * The query of map units in a box, each outline cut to the box: one polygon of a survey can cover a county. Form of
 * soilDB (SDA_spatialQuery) and of the survey's own report scripts.
 */
export function soilOutlineQuery(bbox: Bbox): string {
  const box = boxText(bbox);
  return [
    `SELECT ${selected(columnsIn(box))}`,
    'FROM mupolygon mp INNER JOIN mapunit mu ON mu.mukey = mp.mukey INNER JOIN legend l ON l.lkey = mu.lkey',
    'LEFT JOIN muaggatt ma ON ma.mukey = mu.mukey',
    `WHERE mp.mupolygonkey IN (SELECT * FROM SDA_Get_Mupolygonkey_from_intersection_with_WktWgs84('${box}'))`,
    "AND l.areasymbol <> 'US'",
  ].join(' ');
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

function shapeOf(row: SdaRow): MappedShape<MappedSoilUnit> | undefined {
  const mapUnitKey = textOf(row.mukey, 20);
  const name = textOf(row.muname, 200);
  const rings = typeof row.outline === 'string' ? ringsOfText(row.outline) : undefined;
  if (!mapUnitKey || !name || !rings) return undefined;
  const of = defined({
    mapUnitKey,
    name,
    symbol: textOf(row.musym, 20),
    farmlandClass: textOf(row.farmlndcl, 120),
    hydricPercent: numberOf(row.hydclprs),
  });
  return { of, rings };
}

/**
 * Map units of the detailed surveys that reach into a box, each with its outline as far as it lies in the box. `empty`
 * where no detailed survey is published; rows that do not read make the rest `partial`.
 */
export async function soilUnitsIn(
  sources: SourceAccess,
  bbox: Bbox,
): Promise<Lookup<readonly MappedShape<MappedSoilUnit>[]>> {
  const found = await askSda(sources, soilOutlineQuery(bbox), columnsIn(boxText(bbox)));
  const read = readRows(sources, card, found, shapeOf);
  return hasData(read) ? { ...read, data: read.data.filter(({ rings }) => rings.length > 0) } : read;
}
