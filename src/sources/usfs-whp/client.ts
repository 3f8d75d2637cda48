import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { identifyRaster } from '../drivers/arcgis.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** The publisher's own legend of the classified raster, verbatim. */
export const whpLegend: Readonly<Record<number, string>> = {
  1: 'Very Low',
  2: 'Low',
  3: 'Moderate',
  4: 'High',
  5: 'Very High',
  6: 'Non-burnable',
  7: 'Water',
};

export interface HazardClass {
  readonly code: number;
  readonly legend: string;
}

/** Class of the 270 m cell at a point. A cell without data is `empty`; a value outside the legend is `unavailable`. */
export async function wildfireHazardAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<HazardClass>> {
  const found = await identifyRaster(sources, card, { point });
  if (!hasData(found)) return found;
  const code = Number(found.data.value);
  // 255 and 0 are the fillers of an 8-bit raster
  if (code === 255 || code === 0) return { state: 'empty', citation: found.citation };
  const legend = whpLegend[code];
  if (!legend) return wrongShape(sources, card);
  return { ...found, data: { code, legend }, citation: { ...found.citation, sourceDate: '2023 edition' } };
}
