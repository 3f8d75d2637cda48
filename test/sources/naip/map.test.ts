import { describe, expect, test } from 'vitest';
import { acquiredAt, toRaster } from '../../../src/sources/naip/map.ts';
import { isJpeg } from '../../../src/sources/shared/jpeg.ts';

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
    [19_000_101, '1900-01-01T00:00:00.000Z'],
    [21_001_231, '2100-12-31T00:00:00.000Z'],
    [18_991_231, undefined],
    [21_010_101, undefined],
    [10_000_000_000, '1970-04-26T17:46:40.000Z'],
    [9_999_999_999, undefined],
    ['2022-05-10T12:30:00', '2022-05-10T00:00:00.000Z'],
    ['2022-13-01', undefined],
    ['2022-00-10', undefined],
    ['12/31/2021', '2021-12-31T00:00:00.000Z'],
    ['1/5/2022', '2022-01-05T00:00:00.000Z'],
    ['112/31/2021', undefined],
    ['day 5/10/2022', undefined],
    ['day 2022-05-10', undefined],
    ['5/10/22', undefined],
  ])('dates %j as %j', (given, wanted) => expect(acquiredAt(given)).toBe(wanted));

  test('keeps its resolution in meters, whatever its unit', () => {
    expect(toRaster(row)).toEqual({
      objectId: 7,
      name: 'm_3507845_nw_17_060_20220510',
      year: 2022,
      acquiredAt: '2022-05-10T00:00:00.000Z',
      resolutionMeters: 0.6,
    });
    expect(toRaster({ ...row, resolution_value: 2, resolution_units: 'Feet' })?.resolutionMeters).toBe(0.6096);
  });

  test.each([
    ['Meters', 2],
    ['m', 2],
    ['ft', 0.6096],
    ['foot', 0.6096],
    ['US Survey Foot', 0.6096],
    ['us_survey_foot', 0.6096],
    ['cm', undefined],
    ['square feet', undefined],
  ])('%s', (resolution_units, meters) =>
    expect(toRaster({ ...row, resolution_value: 2, resolution_units })?.resolutionMeters).toBe(meters),
  );

  test('takes its year from its date, and its name from the other column, where one is missing', () => {
    expect(toRaster({ ...row, Year: null })?.year).toBe(2022);
    expect(toRaster({ ...row, Year: 2021 })?.year).toBe(2021);
    expect(toRaster({ ...row, raster_name: null, Name: 'other' })?.name).toBe('other');
    expect(toRaster({ ...row, raster_name: null })).toBeUndefined();
  });

  test.each([
    ['NAIP', 'tile'],
    ['usda', 'tile'],
    ['FSA', 'tile'],
    ['FPAC-BC', 'tile'],
    ['APFO', 'tile'],
    [null, 'm_3507845_ne_17_060_20220510'],
    [null, 'M_3507845_SE_1'],
    [null, 'm_3507845_sw_17'],
  ])('of the program: %s, %s', (agency, raster_name) =>
    expect(toRaster({ ...row, agency, raster_name })?.name).toBe(raster_name),
  );

  test.each(['x_m_3507845_nw_17', 'm_350784_nw_17', 'm_3507845_xx_17', 'm_3507845_nw_x', 'm_x507845_nw_17'])(
    'of another program: %s',
    (raster_name) => expect(toRaster({ ...row, agency: null, raster_name })).toBeUndefined(),
  );

  test.each([
    { resolution_units: null },
    { OBJECTID: 0 },
    { OBJECTID: 1.5 },
    { OBJECTID: null },
    { resolution_value: -1 },
    { resolution_value: null },
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
