import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { countLayer } from '../drivers/arcgis.ts';

/** How many ineligible areas of USDA's rural housing programs hold a point: 0 is an answer, never a failure. */
export const ineligibleAreasAt = (sources: SourceAccess, point: GeoPoint) =>
  countLayer(sources, sourceCard('usda-rural-eligibility'), { point });
