import { describe, expect, it } from 'vitest';
import { toGauge } from '../../src/sources/noaa-nwps/map.ts';
import { ListedGauge } from '../../src/sources/noaa-nwps/schema.ts';

describe('river gauge of the list', () => {
  it('has no forecast where the service sends its fillers', () => {
    const gauge = toGauge(
      ListedGauge.parse({
        lid: 'TEST1',
        name: 'Synthetic Creek',
        latitude: 35,
        longitude: -78,
        status: {
          observed: {
            primary: 2,
            primaryUnit: 'ft',
            secondary: -999,
            secondaryUnit: '',
            floodCategory: 'no_flooding',
            validTime: '2026-11-21T10:00:00Z',
          },
          forecast: {
            primary: -999,
            primaryUnit: '',
            floodCategory: 'fcst_not_current',
            validTime: '0001-01-01T00:00:00Z',
          },
        },
      }),
      { latitude: 35, longitude: -78 },
    );
    expect(gauge.observed).toEqual({
      stage: 2,
      stageUnit: 'ft',
      floodCategory: 'no flooding',
      at: '2026-11-21T10:00:00.000Z',
    });
    expect(gauge).not.toHaveProperty('forecast');
  });
});
