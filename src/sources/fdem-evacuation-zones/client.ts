import { code, table } from '../../fields/define.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { layerRows } from '../shared/table-rows.ts';

export const evacuationZones = table('fdem-evacuation-zones', {
  zone: code('EZone', { maxLength: 10, required: true, description: 'A to F; A is called first' }),
});

/** Evacuation zones of Florida at a point, the one that is called first at the head. */
export const evacuationZonesAt = async (sources: SourceAccess, point: GeoPoint) =>
  mapLookup(await layerRows(sources, evacuationZones, { point, limit: 10 }), (rows) =>
    rows.toSorted((a, b) => a.zone.localeCompare(b.zone, 'en')),
  );
