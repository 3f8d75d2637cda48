import { id, instant, number, pickFields, table, text } from '../../fields/define.ts';
import { boxAround } from '../../geometry/geo.ts';
import type { Near } from '../../geometry/placed.ts';
import { hasData, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { combineLookups } from '../shared/combine.ts';
import { featurePoint, featureRows } from '../shared/feature-rows.ts';
import { nearestRows } from '../shared/table-rows.ts';

export const stationReadings = table('usgs-water', {
  id: id('monitoring_location_id', { maxLength: 40, required: true }),
  observedAt: instant('time'),
  value: number('value'),
  unit: text('unit_of_measure', { maxLength: 20 }),
  at: featurePoint,
});
const stationNames = table('usgs-water', {
  id: id('id', { required: true }),
  name: text('monitoring_location_name', { maxLength: 120 }),
});

interface StationValue {
  readonly value: number;
  readonly unit?: string;
  readonly observedAt: string;
}

export type Station = Near<{ readonly id: string; readonly at: GeoPoint }> & {
  readonly name?: string;
  readonly gageHeight?: StationValue;
  readonly discharge?: StationValue;
};

const parameters = { gageHeight: '00065', discharge: '00060' } as const;
const limit = 300;

/**
 * Latest gage height and discharge of the stations within a distance, nearest first.
 * A station whose last value is older than `since` is left out: it no longer reports.
 */
export async function stationsNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number, since: Date) {
  const bbox = boxAround(point, radiusMeters);
  const latest = (code: string) =>
    featureRows(sources, stationReadings, {
      collection: 'latest-continuous',
      bbox,
      params: { parameter_code: code },
      limit,
    });
  const [gageHeight, discharge, names] = await Promise.all([
    latest(parameters.gageHeight),
    latest(parameters.discharge),
    featureRows(sources, stationNames, {
      collection: 'monitoring-locations',
      bbox,
      params: { site_type_code: 'ST' },
      limit,
      ttlSeconds: 86_400,
    }),
  ]);
  // a stream without stage still has discharge: whichever answered carries the whole
  const main = !hasData(gageHeight) && hasData(discharge) ? discharge : gageHeight;
  const whole = combineLookups(main, { gageHeight, discharge, names });
  if (!hasData(whole)) return whole;
  const { further } = whole.data;
  const nameOf = new Map((further.names ?? []).map(({ id: of, name }) => [of, name]));
  const stations = new Map<string, Omit<Station, 'distanceMeters' | 'direction'>>();
  for (const field of ['gageHeight', 'discharge'] as const) {
    for (const row of further[field] ?? []) {
      const { id: of, at, value, observedAt } = row;
      if (value === undefined || !observedAt || Date.parse(observedAt) < since.getTime()) continue;
      const name = nameOf.get(of);
      const known = stations.get(of) ?? { id: of, at, ...(name && { name }) };
      if ((known[field]?.observedAt ?? '') < observedAt)
        stations.set(of, { ...known, [field]: { value, ...pickFields(row, 'unit'), observedAt } });
    }
  }
  return nearestRows(
    mapRows(whole, () => [...stations.values()]),
    point,
    radiusMeters,
  );
}
