import { citing, hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { rasterClassAt } from '../shared/raster-class.ts';

const card = sourceCard('usfs-whp');

/** The publisher's own legend of the classified raster, verbatim. */
const classes = {
  1: 'Very Low',
  2: 'Low',
  3: 'Moderate',
  4: 'High',
  5: 'Very High',
  6: 'Non-burnable',
  7: 'Water',
};

/** Class of the 270 m cell at a point. A cell without data is `empty`; a value outside the legend is `unavailable`. */
export async function wildfireHazardAt(sources: SourceAccess, point: GeoPoint) {
  // the fillers of an 8-bit raster
  const found = await rasterClassAt(sources, card, point, { classes, fillers: [0, 255] });
  return hasData(found) ? citing(found, { sourceDate: '2023 edition' }) : found;
}
