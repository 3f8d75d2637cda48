import { describe, expect, test } from 'vitest';
import { isJpeg } from '../../../src/sources/shared/jpeg.ts';
import { rasters } from '../../../src/sources/usda-naip/client.ts';

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
  test.each([1_652_140_800_000, '1652140800000', '20220510', 20_220_510, '2022-05-10', '5/10/2022'])(
    'dates %j',
    (acquisition_date) => expect(rasters.read({ ...row, acquisition_date })?.acquiredOn).toBe('2022-05-10'),
  );

  test('keeps its resolution in meters, whatever its unit', () => {
    expect(rasters.read(row)).toMatchObject({
      objectId: 7,
      name: 'm_3507845_nw_17_060_20220510',
      year: 2022,
      acquiredOn: '2022-05-10',
      resolutionMeters: 0.6,
    });
    expect(rasters.read({ ...row, resolution_value: 2, resolution_units: 'Feet' })?.resolutionMeters).toBe(0.6096);
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
    expect(rasters.read({ ...row, resolution_value: 2, resolution_units })?.resolutionMeters).toBe(meters),
  );

  test('takes its year from its date, and its name from the other column, where one is missing', () => {
    expect(rasters.read({ ...row, Year: null })?.year).toBe(2022);
    expect(rasters.read({ ...row, Year: 2021 })?.year).toBe(2021);
    expect(rasters.read({ ...row, raster_name: null, Name: 'other' })?.name).toBe('other');
    expect(rasters.read({ ...row, raster_name: null })).toBeUndefined();
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
    expect(rasters.read({ ...row, agency, raster_name })?.name).toBe(raster_name),
  );

  test.each(['x_m_3507845_nw_17', 'm_350784_nw_17', 'm_3507845_xx_17', 'm_3507845_nw_x', 'm_x507845_nw_17'])(
    'of another program: %s',
    (raster_name) => expect(rasters.read({ ...row, agency: null, raster_name })).toBeUndefined(),
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
    { acquisition_date: '2022-02-31' },
    { acquisition_date: 'spring' },
    { OBJECTID: -1 },
    { agency: 'County', raster_name: 'hro_tile_7' },
  ])('with %j is left out', (different) => expect(rasters.read({ ...row, ...different })).toBeUndefined());
});

test('only a whole JPEG is a picture', () => {
  expect(isJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]))).toBe(true);
  expect(isJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]))).toBe(false);
  expect(isJpeg(Buffer.from('{"error":{"code":400}}'))).toBe(false);
});
