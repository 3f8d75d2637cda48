import type { FakeUpstream } from '../fake-upstream.ts';

interface SyntheticStation {
  readonly id: string;
  readonly name: string;
  readonly at: readonly [number, number];
  readonly values: Readonly<Record<string, { value: string | null; unit: string; time: string }>>;
}

/** Synthetic stations around Raleigh; the last one stopped reporting in 2019. */
const stations: readonly SyntheticStation[] = [
  {
    id: 'USGS-02087324',
    name: 'CRABTREE CREEK AT US 1 AT RALEIGH, NC',
    at: [-78.6111, 35.8111],
    values: {
      '00065': { value: '3.21', unit: 'ft', time: '2026-11-21T10:15:00+00:00' },
      '00060': { value: '52.0', unit: 'ft^3/s', time: '2026-11-21T10:15:00+00:00' },
    },
  },
  {
    id: 'USGS-0208735012',
    name: 'ROCKY BRANCH BELOW PULLEN DRIVE AT RALEIGH, NC',
    at: [-78.6631, 35.7811],
    values: {
      '00065': { value: '2.02', unit: 'ft', time: '2026-11-21T10:30:00+00:00' },
      '00060': { value: '0.94', unit: 'ft^3/s', time: '2026-11-21T10:30:00+00:00' },
    },
  },
  {
    id: 'USGS-02087337',
    name: 'CRABTREE CREEK AT RALEIGH, NC',
    at: [-78.62, 35.8],
    values: { '00065': { value: '9.99', unit: 'ft', time: '2019-01-01T00:00:00+00:00' } },
  },
];

const inside = ([x, y]: readonly [number, number], bbox: string | null) => {
  const [west = 0, south = 0, east = 0, north = 0] = (bbox ?? '').split(',').map(Number);
  return x >= west && x <= east && y >= south && y <= north;
};

const fakeUpstream: FakeUpstream = {
  cardId: 'usgs-water',
  hosts: ['api.waterdata.usgs.gov'],
  respond({ path, query }) {
    const collection = /^\/ogcapi\/v1\/collections\/(latest-continuous|monitoring-locations)\/items$/.exec(path)?.[1];
    if (!collection) return undefined;
    const code = query.get('parameter_code') ?? '';
    const near = stations.filter(({ at }) => inside(at, query.get('bbox')));
    if (collection === 'monitoring-locations' && query.get('site_type_code') !== 'ST') return undefined;
    const features = near.flatMap<object>(({ id, name, at, values }) => {
      const geometry = { type: 'Point', coordinates: at };
      if (collection === 'monitoring-locations') {
        return [{ type: 'Feature', id, geometry, properties: { id, monitoring_location_name: name } }];
      }
      const reading = values[code];
      if (!reading) return [];
      const { value, unit, time } = reading;
      return [
        {
          type: 'Feature',
          id: `${id}-${code}`,
          geometry,
          properties: {
            monitoring_location_id: id,
            parameter_code: code,
            time,
            value,
            unit_of_measure: unit,
            approval_status: 'Provisional',
            qualifier: null,
            time_series_id: `${id}-${code}`,
          },
        },
      ];
    });
    return { body: { type: 'FeatureCollection', features, numberReturned: features.length, links: [] } };
  },
};

export default fakeUpstream;
