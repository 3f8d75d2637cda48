import { describe, expect, it } from 'vitest';
import { gauges } from '../../src/sources/noaa-nwps/client.ts';

describe('river gauge of the list', () => {
  it('has no forecast where the service sends its fillers', () => {
    const gauge = gauges.read({
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
    });
    expect(gauge?.observed).toEqual({
      stage: 2,
      stageUnit: 'ft',
      floodCategory: 'no flooding',
      at: '2026-11-21T10:00:00.000Z',
    });
    expect(gauge).not.toHaveProperty('forecast');
  });
});
