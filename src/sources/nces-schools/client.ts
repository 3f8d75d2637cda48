import { digits, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { nearestLayerRows } from '../shared/table-rows.ts';

export const schools = table('nces-schools', {
  ncesId: digits('NCESSCH', 12, { required: true }),
  name: text('NAME', { maxLength: 100, otherwise: 'unnamed school' }),
  street: text('STREET', { maxLength: 80 }),
});

/** Public schools within a distance, nearest first. */
export const schoolsNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  nearestLayerRows(sources, schools, { point, radiusMeters, limit: 500 });
