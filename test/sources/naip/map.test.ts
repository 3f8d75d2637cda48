import { describe, expect, test } from 'vitest';
import { isJpeg } from '../../../src/kernel/jpeg.ts';
import { acquiredAt, toRaster } from '../../../src/sources/naip/map.ts';

const row = {
  OBJECTID: 7,
  raster_name: 'm_3507845_nw_17_060_20220510',
  Year: 2022,
  acquisition_date: 1_652_140_800_000,
  agency: 'USDA',
  resolution_value: 0.6,
  resolution_units: 'M',
};

describe('a raster of the catalog', () => {
  test.each([
    [1_652_140_800_000, '2022-05-10T00:00:00.000Z'],
    ['1652140800000', '2022-05-10T00:00:00.000Z'],
    ['20220510', '2022-05-10T00:00:00.000Z'],
    [20_220_510, '2022-05-10T00:00:00.000Z'],
    ['2022-05-10', '2022-05-10T00:00:00.000Z'],
    ['5/10/2022', '2022-05-10T00:00:00.000Z'],
    ['2022-02-31', undefined],
    [0, undefined],
    [null, undefined],
    ['spring', undefined],
  ])('dates %j as %j', (given, wanted) => expect(acquiredAt(given)).toBe(wanted));

  test('keeps its resolution in meters, whatever its unit', () => {
    expect(toRaster(row)).toMatchObject({ objectId: 7, year: 2022, resolutionMeters: 0.6 });
    expect(toRaster({ ...row, resolution_value: 2, resolution_units: 'Feet' })?.resolutionMeters).toBe(0.6096);
  });

  test.each([
    { resolution_units: null },
    { resolution_value: 0 },
    { acquisition_date: null },
    { OBJECTID: -1 },
    { agency: 'County', raster_name: 'hro_tile_7' },
  ])('with %j is left out', (different) => expect(toRaster({ ...row, ...different })).toBeUndefined());
});

test('only a whole JPEG is a picture', () => {
  expect(isJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]))).toBe(true);
  expect(isJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]))).toBe(false);
  expect(isJpeg(Buffer.from('{"error":{"code":400}}'))).toBe(false);
});
