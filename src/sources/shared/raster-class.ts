import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { identifyRaster } from '../drivers/arcgis.ts';
import { wrongShape } from './lookup.ts';

/** Class of the cell of a classified raster at a point. A filler is `empty`, a value that is no class `unavailable`. */
export async function rasterClassAt<L extends string | undefined>(
  sources: SourceAccess,
  card: SourceCard,
  point: GeoPoint,
  { classes, fillers }: { readonly classes: Readonly<Record<number, L>>; readonly fillers: readonly number[] },
): Promise<Lookup<{ readonly code: number; readonly legend: L }>> {
  const found = await identifyRaster(sources, card, point);
  if (!hasData(found)) return found;
  const code = Number(found.data);
  if (fillers.includes(code)) return { state: 'empty', citation: found.citation };
  return Object.hasOwn(classes, code)
    ? { ...found, data: { code, legend: classes[code] as L } }
    : wrongShape(sources, card);
}
