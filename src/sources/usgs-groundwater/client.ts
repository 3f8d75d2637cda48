import { code, either, id, instant, number, type RowOf, table, text } from '../../fields/define.ts';
import { boxAround } from '../../geometry/geo.ts';
import type { Near } from '../../geometry/placed.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { combineLookups } from '../shared/combine.ts';
import { featurePoint, featureRows } from '../shared/feature-rows.ts';
import { nearestRows } from '../shared/table-rows.ts';

/** Depth to water level, feet below land surface. */
const depthCode = '72019';
const limit = 500;

export const wells = table('usgs-groundwater', {
  id: id('id', { maxLength: 40, required: true }),
  name: text('monitoring_location_name', { maxLength: 80 }),
  wellDepthFeet: number('well_constructed_depth', { unit: 'ft' }),
  constructed: text('construction_date', { maxLength: 12 }),
  aquiferCode: either(['national_aquifer_code', 'aquifer_code'], { maxLength: 12 }),
  altitudeFeet: number('altitude', { unit: 'ft' }),
  verticalDatum: code('vertical_datum', { maxLength: 10, description: 'Datum of the altitude' }),
  at: featurePoint,
});
/** `lastMeasured`: day of the last measured depth to water; absent where none is on record. */
export type Well = Near<RowOf<typeof wells>> & { readonly lastMeasured?: string };

/** The collections hold every parameter of a visit (00065 is a stage): one that was not requested is no depth. */
const parameter = code('parameter_code');
const series = table('usgs-groundwater', { wellId: id('monitoring_location_id'), parameter, end: instant('end') });

export const waterDepths = table('usgs-groundwater', {
  parameter,
  observedAt: instant('time'),
  value: number('value'),
  unit: text('unit_of_measure', {
    maxLength: 12,
    otherwise: 'not stated',
    description: 'Below the land surface at the well',
  }),
  approval: text('approval_status', { maxLength: 20 }),
});
export type WaterDepth = RowOf<typeof waterDepths> & { readonly value: number; readonly observedAt: string };

/** Wells within the radius, nearest first, with the day of their last measured depth to water. */
export async function wellsNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  const bbox = boxAround(point, radiusMeters);
  const [placed, measurements] = await Promise.all([
    featureRows(sources, wells, {
      collection: 'monitoring-locations',
      bbox,
      params: { site_type_code: 'GW' },
      limit,
    }),
    featureRows(sources, series, {
      collection: 'field-measurements-metadata',
      bbox,
      params: { parameter_code: depthCode },
      limit,
    }),
  ]);
  const whole = combineLookups(nearestRows(placed, point, radiusMeters), { measurements });
  if (!hasData(whole)) return whole;
  const last = new Map<string, string>();
  for (const { wellId = '', parameter, end = '' } of whole.data.further.measurements ?? []) {
    if (parameter === depthCode && end > (last.get(wellId) ?? '')) last.set(wellId, end);
  }
  const data = whole.data.main.map((well) => {
    const lastMeasured = last.get(well.id)?.slice(0, 10);
    return { ...well, ...(lastMeasured && { lastMeasured }) };
  });
  return { ...whole, data };
}

/** The last measured depth to water of a well, feet below land surface; `since` is the day from which to read. */
export async function lastDepth(sources: SourceAccess, wellId: string, since: string): Promise<Lookup<WaterDepth>> {
  const found = await featureRows(sources, waterDepths, {
    collection: 'field-measurements',
    params: { monitoring_location_id: wellId, parameter_code: depthCode, time: `${since}T00:00:00Z/..` },
    limit: 100,
  });
  if (!hasData(found)) return found;
  const [data] = found.data
    .flatMap((row) => {
      const { parameter, value, observedAt } = row;
      return parameter === depthCode && value !== undefined && observedAt ? [{ ...row, value, observedAt }] : [];
    })
    .toSorted((a, b) => b.observedAt.localeCompare(a.observedAt, 'en'));
  return data ? { ...found, data } : { state: 'empty', citation: found.citation };
}
