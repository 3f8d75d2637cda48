import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { countLayer } from '../drivers/arcgis.ts';
import { resolveLayer } from '../drivers/arcgis-services.ts';

const card = sourceCard('usda-rural-eligibility');

/**
 * How many ineligible areas of USDA's rural housing programs hold a point: 0 is an answer, never a failure. The layer is
 * found by its name: its neighbors are those of programs for businesses and utilities.
 */
export async function ineligibleAreasAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<number>> {
  const layer = await resolveLayer(sources, card, card.endpoint.replace(/\/\d+$/, ''), /^RHS SFH/i);
  return hasData(layer) ? countLayer(sources, card, { layerUrl: layer.data.url, point }) : layer;
}
