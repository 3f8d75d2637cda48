import { code, id, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { layerRows } from '../shared/table-rows.ts';

export const sewersheds = table('epa-sewersheds', {
  facilityId: id('CWNS_ID', { maxLength: 20, required: true }),
  name: text('FACILITY_NAME', { maxLength: 100, otherwise: 'name not stated' }),
  method: code('Method', { maxLength: 40, description: 'sourced (map of a utility) or modeled, as written' }),
});

/** Areas of sewage treatment plants that hold a point; none of them is no statement about septic. */
export const sewershedsAt = (sources: SourceAccess, point: GeoPoint) =>
  layerRows(sources, sewersheds, { point, limit: 10 });
