import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { identifyRaster } from '../drivers/arcgis.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** The publisher's words for the classes; class 0 has none of its own. */
const legend: Readonly<Record<number, string>> = { 1: 'Very Low', 2: 'Low', 3: 'Moderate', 4: 'High', 5: 'Very High' };

const highest = 5;
/** Filler of the 8-bit raster. */
const noData = 127;

export interface SusceptibilityClass {
  /** 0 to 5. */
  readonly code: number;
  readonly legend?: string;
}

/** Class of the 1 km cell at a point. A cell without data is `empty`; a value that is no class is `unavailable`. */
export async function susceptibilityAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<SusceptibilityClass>> {
  const found = await identifyRaster(sources, card, { point });
  if (!hasData(found)) return found;
  const code = Number(found.data.value);
  if (code === noData) return { state: 'empty', citation: found.citation };
  if (!Number.isInteger(code) || code < 0 || code > highest) return wrongShape(sources, card);
  const words = legend[code];
  return { ...found, data: { code, ...(words && { legend: words }) } };
}
