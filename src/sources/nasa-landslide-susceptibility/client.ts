import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { rasterClassAt } from '../shared/raster-class.ts';

const card = sourceCard('nasa-landslide-susceptibility');

/** The publisher's words for the classes; class 0 has none of its own. */
const classes = { 0: undefined, 1: 'Very Low', 2: 'Low', 3: 'Moderate', 4: 'High', 5: 'Very High' };

/** Class (0 to 5) of the 1 km cell at a point. A cell without data is `empty`; a value that is no class is `unavailable`. */
export const susceptibilityAt = async (
  sources: SourceAccess,
  point: GeoPoint,
): Promise<Lookup<{ readonly code: number; readonly legend?: string }>> =>
  // 127 is the filler of the 8-bit raster
  mapLookup(await rasterClassAt(sources, card, point, { classes, fillers: [127] }), ({ code, legend }) => ({
    code,
    ...(legend && { legend }),
  }));
