import type { Geography } from '../../kernel/ports/place.ts';
import { cleanText } from '../../kernel/text.ts';
import type { Geographies } from './schema.ts';

export interface MappedGeographies {
  readonly geographies: readonly Geography[];
  /** Layers that the source itself could not read. */
  readonly failedLayers: readonly string[];
}

/** Geographies of all layers, in the order given; layers that failed inside the answer are told apart from empty ones. */
export function mapGeographies(layers: Geographies): MappedGeographies {
  const geographies: Geography[] = [];
  const failedLayers: string[] = [];
  for (const [name, rows] of Object.entries(layers)) {
    const layer = cleanText(name, 80);
    for (const row of rows) {
      if (row.status !== undefined && row.GEOID === undefined) failedLayers.push(layer);
      else if (row.GEOID !== undefined) {
        geographies.push({
          layer,
          geoid: cleanText(row.GEOID, 20),
          name: cleanText(row.NAME ?? row.GEOID, 120),
          ...(row.BASENAME !== undefined && { baseName: cleanText(row.BASENAME, 80) }),
        });
      }
    }
  }
  return { geographies, failedLayers };
}
