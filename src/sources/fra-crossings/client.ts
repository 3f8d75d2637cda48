import { code, id, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { nearestLayerRows } from '../shared/table-rows.ts';

export const crossings = table('fra-crossings', {
  id: id('CROSSING', { maxLength: 20 }),
  street: text('STREET', { maxLength: 80 }),
  railroad: text('RAILROAD', { maxLength: 20, description: 'Reporting mark' }),
  position: code('POSXING', {
    maxLength: 40,
    description: 'Whether road and rail meet at grade, in the words of the inventory',
  }),
  crossingType: code('TYPEXING', { maxLength: 40, description: 'Public or private, in the words of the inventory' }),
});
/** Road and rail crossings of the inventory within a distance, nearest first. */
export const crossingsNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  nearestLayerRows(sources, crossings, { point, radiusMeters, limit: 500 });
