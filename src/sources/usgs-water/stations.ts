import { z } from 'zod';
import { instantOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { boxAround, distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { type Feature, queryFeatures } from '../drivers/ogc-features.ts';
import { combineLookups } from '../shared/combine.ts';
import card from './card.ts';

export interface StationValue {
  readonly value: number;
  readonly unit?: string;
  readonly observedAt: string;
}

export interface Station extends GeoPoint {
  /** For example USGS-02087500. */
  readonly id: string;
  readonly name?: string;
  readonly distanceMeters: number;
  readonly gageHeight?: StationValue;
  readonly discharge?: StationValue;
}

const Geometry = z.looseObject({ coordinates: z.tuple([z.number(), z.number()]).rest(z.unknown()) });
const gageHeightCode = '00065';
const dischargeCode = '00060';
const limit = 300;

interface Reading extends StationValue, GeoPoint {
  readonly id: string;
}

function toReading({ properties, geometry }: Feature): Reading | undefined {
  const at = Geometry.safeParse(geometry).data?.coordinates;
  const id = textOf(properties.monitoring_location_id, 40);
  const value = numberOf(properties.value);
  const observedAt = instantOf(properties.time);
  if (!at || !id || value === undefined || !observedAt) return undefined;
  const unit = textOf(properties.unit_of_measure, 20);
  return defined({
    id,
    latitude: at[1],
    longitude: at[0],
    value,
    observedAt,
    unit,
  });
}

/**
 * Latest gage height and discharge of the stations within a distance, nearest first.
 * A station whose last value is older than `since` is left out: it no longer reports.
 */
export async function stationsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
  since: Date,
): Promise<Lookup<readonly Station[]>> {
  const bbox = boxAround(point, radiusMeters);
  const properties = ['monitoring_location_id', 'parameter_code', 'time', 'value', 'unit_of_measure'];
  const latest = (code: string) =>
    queryFeatures(sources, card, {
      collectionUrl: `${card.endpoint}/latest-continuous`,
      bbox,
      params: { parameter_code: code },
      properties,
      limit,
    });
  const [heights, discharges, names] = await Promise.all([
    latest(gageHeightCode),
    latest(dischargeCode),
    queryFeatures(sources, card, {
      collectionUrl: `${card.endpoint}/monitoring-locations`,
      bbox,
      params: { site_type_code: 'ST' },
      properties: ['id', 'monitoring_location_name'],
      limit,
      ttlSeconds: 86_400,
    }),
  ]);
  // a stream without stage still has discharge: whichever answered carries the whole
  const main = !hasData(heights) && hasData(discharges) ? discharges : heights;
  const whole = combineLookups(main, { gageHeight: heights, discharge: discharges, names });
  if (!hasData(whole)) return whole;
  const stations = new Map<string, Station>();
  const add = (features: readonly Feature[], field: 'gageHeight' | 'discharge') => {
    for (const feature of features) {
      const reading = toReading(feature);
      if (!reading || Date.parse(reading.observedAt) < since.getTime()) continue;
      const { id, latitude, longitude, ...value } = reading;
      const away = Math.round(distanceMeters(point, reading));
      const known = stations.get(id) ?? { id, latitude, longitude, distanceMeters: away };
      if (away <= radiusMeters && (known[field]?.observedAt ?? '') < value.observedAt)
        stations.set(id, { ...known, [field]: value });
    }
  };
  add(whole.data.further.gageHeight ?? [], 'gageHeight');
  add(whole.data.further.discharge ?? [], 'discharge');
  const nameOf = new Map(
    (whole.data.further.names ?? []).map(({ id, properties: { monitoring_location_name: name } }) => [
      String(id),
      textOf(name, 120),
    ]),
  );
  const data = [...stations.values()]
    .map((station) => defined({ ...station, name: nameOf.get(station.id) }))
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  if (data.length === 0) return noneOf(whole);
  return { ...whole, data };
}
