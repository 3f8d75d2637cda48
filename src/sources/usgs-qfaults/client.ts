import { code, id, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { firstOfEach, nearestLayerRows } from '../shared/table-rows.ts';

export const faults = table('usgs-qfaults', {
  faultId: id('fault_id', { maxLength: 20 }),
  name: text('fault_name', { maxLength: 100, otherwise: 'unnamed fault' }),
  section: text('section_name', { maxLength: 100 }),
  /** One word is written in two ways ("late Quaternary", "Late Quaternary"). */
  age: text('age', { maxLength: 60, description: 'Time of the latest movement, in the words of the database' }),
  slipRate: text('slip_rate', { maxLength: 60, description: 'Class of the slip rate as written (mm/yr)' }),
  slipSense: code('slip_sense', { maxLength: 60, description: 'Kind of movement, as written' }),
});

/** Mapped Quaternary faults within a distance, each once with its nearest trace, nearest first. */
export const faultsNear = async (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  firstOfEach(
    await nearestLayerRows(sources, faults, { point, radiusMeters, limit: 3000 }),
    ({ faultId, name }) => faultId ?? name,
  );
