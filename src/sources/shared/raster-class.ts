import { legendOf } from '../../fields/legends.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { identifyRaster } from '../drivers/arcgis.ts';
import type { SourceId } from '../ids.generated.ts';
import { wrongShape } from './lookup.ts';

/** Class of the cell of a classified raster at a point. A filler is `empty`, a value that is no class `unavailable`. */
export async function rasterClassAt(
  sources: SourceAccess,
  source: SourceId,
  point: GeoPoint,
  fillers: readonly number[],
): Promise<Lookup<{ readonly code: number; readonly legend: string }>> {
  const card = sourceCard(source);
  const found = await identifyRaster(sources, card, point);
  if (!hasData(found)) return found;
  const code = Number(found.data);
  if (fillers.includes(code)) return { state: 'empty', citation: found.citation };
  const legend = legendOf(source, 'value')[code];
  return legend === undefined ? wrongShape(sources, card) : { ...found, data: { code, legend } };
}
