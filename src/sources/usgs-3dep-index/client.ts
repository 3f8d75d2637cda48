import { day, table, text } from '../../fields/define.ts';
import { hasData, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { resolveLayer } from '../drivers/arcgis-services.ts';
import { layerRows } from '../shared/table-rows.ts';

const card = sourceCard('usgs-3dep-index');

export const workUnits = table(card.id, {
  workUnit: text('workunit', { maxLength: 80, otherwise: 'not named' }),
  project: text('project', { maxLength: 80 }),
  collectedFrom: day('collect_start', { means: 'collection began' }),
  collectedUntil: day('collect_end', { means: 'collection ended' }),
  qualityLevel: text('ql', { maxLength: 12, description: 'Level of the USGS lidar specification, as published' }),
  horizontalCrs: text('horiz_crs', { maxLength: 40 }),
  verticalCrs: text('vert_crs', { maxLength: 40 }),
});

/** Lidar work units whose footprint covers a point, newest collection first. */
export async function workUnitsAt(sources: SourceAccess, point: GeoPoint) {
  const layer = await resolveLayer(sources, card, card.endpoint, /lidar point cloud|\bLPC\b/i);
  if (!hasData(layer)) return layer;
  const found = await layerRows(sources, workUnits, { layerUrl: layer.data.url, point, limit: 50 });
  return mapLookup(found, (rows) =>
    rows.toSorted((a, b) => (b.collectedUntil ?? '').localeCompare(a.collectedUntil ?? '', 'en')),
  );
}
