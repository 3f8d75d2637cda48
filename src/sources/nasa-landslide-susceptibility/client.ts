import { defined } from '../../kernel/defined.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { rasterClassAt } from '../shared/raster-class.ts';

/** The filler of the 8-bit raster. */
const fillers = [127];

/**
 * Class (0 to 5) of the 1 km cell at a point; the publisher has no word for class 0. A cell without data is `empty`; a value
 * that is no class is `unavailable`.
 */
export const susceptibilityAt = async (sources: SourceAccess, point: GeoPoint) =>
  mapLookup(await rasterClassAt(sources, 'nasa-landslide-susceptibility', point, fillers), ({ code, legend }) =>
    defined({ code, legend: legend || undefined }),
  );
