import { area, code, day, id, number, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { placedLayerRows } from '../shared/table-rows.ts';

export const dams = table('usace-nid', {
  nidId: id('NIDID', { maxLength: 20, required: true }),
  name: text('NAME', { maxLength: 100, otherwise: 'unnamed dam' }),
  river: text('RIVER_OR_STREAM', { maxLength: 80 }),
  hazardPotential: code('HAZARD_POTENTIAL', {
    maxLength: 20,
    description: 'High, Significant, Low or Undetermined: what a failure could do downstream, not the state of the dam',
  }),
  operationalStatus: code('OPERATIONAL_STATUS', { maxLength: 40 }),
  maxStorageAcreFeet: number('MAX_STORAGE', { unit: 'acre-feet' }),
  drainageAreaSquareMiles: area('DRAINAGE_AREA', { unit: 'square miles' }),
  updatedOn: day('DATA_UPDATED', { means: 'record last changed in the inventory' }),
});

/** Dams of the inventory within a distance, in the order of the server; a saddle dam repeats the number of its dam. */
export const damsNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  placedLayerRows(sources, dams, { point, radiusMeters, limit: 1000 });
