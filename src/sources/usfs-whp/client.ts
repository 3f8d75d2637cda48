import { citing, hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { rasterClassAt } from '../shared/raster-class.ts';

/** The fillers of an 8-bit raster. */
const fillers = [0, 255];

/** Class of the 270 m cell at a point. A cell without data is `empty`; a value outside the legend is `unavailable`. */
export async function wildfireHazardAt(sources: SourceAccess, point: GeoPoint) {
  const found = await rasterClassAt(sources, 'usfs-whp', point, fillers);
  return hasData(found) ? citing(found, { sourceDate: '2023 edition' }) : found;
}
