import { code, count, id, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { nearestLayerRows } from '../shared/table-rows.ts';

export const stations = table('afdc-stations', {
  stationId: id('id', { maxLength: 20, required: true }),
  name: text('station_name', { maxLength: 100, otherwise: 'unnamed station' }),
  network: text('ev_network', { maxLength: 60 }),
  access: code('access_code', { maxLength: 20, description: 'public or private' }),
  status: code('status_code', { maxLength: 5, legend: legendOf('afdc-stations', 'status_code') }),
  level2PortCount: count('ev_level2_evse_num'),
  fastChargingPortCount: count('ev_dc_fast_num'),
});

/** Electric charging stations within a distance that are not private, nearest first. */
export const chargingNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  nearestLayerRows(sources, stations, {
    point,
    radiusMeters,
    where: "fuel_type_code='ELEC' AND access_code='public'",
    limit: 500,
  });
