import type { FakeUpstream } from '../fake-upstream.ts';

const inside = ([x, y]: readonly [number, number], bbox: string | null) => {
  const [west = 0, south = 0, east = 0, north = 0] = (bbox ?? '').split(',').map(Number);
  return x >= west && x <= east && y >= south && y <= north;
};

interface SyntheticWell {
  readonly id: string;
  readonly at: readonly [number, number];
  readonly depth: number | null;
  readonly readings: readonly { readonly time: string; readonly value: string | null; readonly approval: string }[];
}

/**
 * Made-up wells around Raleigh; the nearest one was never measured. Shapes after the recordings
 * usgs-waterdata/ogc_field-measurements.json, ogc_field-measurements-metadata.json and ogc_monitoring-locations.json.
 */
const wells: readonly SyntheticWell[] = [
  { id: 'USGS-354600078380001', at: [-78.6401, 35.7701], depth: null, readings: [] },
  {
    id: 'USGS-354700078390002',
    at: [-78.6601, 35.7901],
    depth: 84,
    readings: [
      { time: '2026-08-04T14:00:00+00:00', value: '21.35', approval: 'Provisional' },
      { time: '1998-05-01T10:00:00+00:00', value: '18.20', approval: 'Approved' },
      { time: '2026-08-05T14:00:00+00:00', value: null, approval: 'Provisional' },
    ],
  },
  {
    id: 'USGS-355000078400003',
    at: [-78.6701, 35.8301],
    depth: 300,
    readings: [{ time: '1971-03-02T12:00:00+00:00', value: '-1.5', approval: 'Approved' }],
  },
];

const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-groundwater',
  hosts: ['api.waterdata.usgs.gov'],
  respond({ path, query }) {
    const collection =
      /^\/ogcapi\/v1\/collections\/(monitoring-locations|field-measurements|field-measurements-metadata)\/items$/.exec(
        path,
      )?.[1];
    if (!collection) return undefined;
    if (collection === 'monitoring-locations' && query.get('site_type_code') !== 'GW') return undefined;
    if (collection !== 'monitoring-locations' && query.get('parameter_code') !== '72019') return undefined;
    const reply = (features: readonly object[]) => ({
      body: { type: 'FeatureCollection', features, numberReturned: features.length, links: [] },
    });
    if (collection === 'field-measurements') {
      const since = (query.get('time') ?? '').split('/')[0] ?? '';
      const well = wells.find(({ id }) => id === query.get('monitoring_location_id'));
      return reply(
        (well?.readings ?? [])
          .filter(({ time }) => time >= since)
          .map(({ time, value, approval }) => ({
            type: 'Feature',
            id: `${well?.id}-${time}`,
            geometry: { type: 'Point', coordinates: well?.at },
            properties: {
              monitoring_location_id: well?.id,
              parameter_code: '72019',
              time,
              value,
              unit_of_measure: 'ft',
              approval_status: approval,
              measuring_agency: 'PLANTED',
            },
          })),
      );
    }
    const near = wells.filter(({ at }) => inside(at, query.get('bbox')));
    if (collection === 'field-measurements-metadata') {
      return reply(
        near
          .filter(({ readings }) => readings.length > 0)
          .map(({ id, readings }) => ({
            type: 'Feature',
            id: `series-${id}`,
            geometry: null,
            properties: {
              monitoring_location_id: id,
              parameter_code: '72019',
              end: readings
                .filter(({ value }) => value !== null)
                .map(({ time }) => time)
                .sort()
                .at(-1),
            },
          })),
      );
    }
    return reply(
      near.map(({ id, at, depth }) => ({
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: at },
        properties: {
          id,
          monitoring_location_name: 'WK-001 (SYNTHETIC)',
          well_constructed_depth: depth,
          construction_date: '1968',
          national_aquifer_code: 'N400PDMBRX',
          aquifer_code: null,
          altitude: 315,
          vertical_datum: 'NAVD88',
        },
      })),
    );
  },
};

export default fakeUpstream;
