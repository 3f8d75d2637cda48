import type { FakeUpstream } from '../fake-upstream.ts';
import { blockJpeg, type Color } from '../jpeg.ts';
import { samplePlaceNear } from '../places.ts';

const roof: Color = [176, 168, 158];
const road: Color = [120, 120, 122];
const rooves = [
  [54, 26, 12, 14],
  [70, 28, 9, 8],
  [30, 8, 14, 9],
  [84, 46, 12, 10],
  [14, 44, 10, 12],
  [96, 12, 10, 12],
  [34, 46, 8, 8],
] as const;

/** Streets, roofs and fields that lie nowhere. */
function colorAt(column: number, row: number): Color {
  if (Math.abs(row - 22 + (column - 60) * 0.05) < 1.4 || Math.abs(column - 48 - (row - 34) * 0.04) < 1.2) return road;
  if (Math.abs(row - 42 + (column - 60) * 0.05) < 1.2 || Math.abs(column - 80) < 1) return road;
  if (rooves.some(([x, y, w, h]) => column >= x && column < x + w && row >= y && row < y + h)) return roof;
  const grain = ((column * 73 + row * 151) % 23) - 11;
  const field = (Math.floor(column / 17) + Math.floor(row / 13)) % 3;
  return [70 + field * 16 + grain, 92 + field * 10 + grain, 58 + field * 8 + grain];
}

let picture: Buffer | undefined;

const radius = 6_378_137;
const latitudeOf = (y: number) => (2 * Math.atan(Math.exp(y / radius)) - Math.PI / 2) * (180 / Math.PI);
const longitudeOf = (x: number) => (x / radius) * (180 / Math.PI);

const raster = (id: number, name: string, more: object = {}) => ({
  OBJECTID: id,
  Name: name,
  Year: 2022,
  raster_name: name,
  acquisition_date: Date.parse('2022-05-10T00:00:00Z') as string | number,
  agency: 'USDA',
  resolution_value: 0.6,
  resolution_units: 'M',
  ...more,
});

/** One tile at the point, a second one of another day beside it, an older one below, and imagery of another program. */
const rasters = [
  raster(51_001, 'm_3507845_nw_17_060_20220510'),
  raster(51_002, 'm_3507845_ne_17_060_20220612', { acquisition_date: '20220612' }),
  raster(41_001, 'm_3507845_nw_17_060_20200604', { Year: 2020, acquisition_date: '2020-06-04' }),
  raster(90_001, 'hro_county_2023_tile_7', { Year: 2023, agency: 'County', acquisition_date: '2023-02-01' }),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'usda-naip',
  hosts: ['imagery.nationalmap.gov'],
  respond(request) {
    const match = /\/USGSNAIPPlus\/ImageServer(\/query|\/exportImage)?$/.exec(request.path);
    if (!match) return undefined;
    const { query } = request;
    if (!match[1]) return { body: { name: 'USGSNAIPPlus', pixelSizeX: 0.6, bandCount: 4 } };
    if (match[1] === '/exportImage') {
      const locked = JSON.parse(query.get('mosaicRule') ?? '{}') as { lockRasterIds?: number[] };
      if (!locked.lockRasterIds?.length) return { body: { error: { code: 400, message: 'Invalid mosaic rule' } } };
      picture ??= blockJpeg(960, 540, colorAt);
      return { headers: { 'content-type': 'image/jpeg' }, body: picture };
    }
    const [x = 0, y = 0, x2, y2] = (query.get('geometry') ?? '').split(',').map(Number);
    const [east, north] = x2 === undefined || y2 === undefined ? [x, y] : [(x + x2) / 2, (y + y2) / 2];
    const place = samplePlaceNear(latitudeOf(north), longitudeOf(east));
    const found = !place ? [] : x2 === undefined ? rasters.filter(({ OBJECTID }) => OBJECTID !== 51_002) : rasters;
    const columns = (query.get('outFields') ?? '').split(',');
    return {
      body: {
        features: found.map((row) => ({
          attributes: Object.fromEntries(columns.map((column) => [column, (row as Record<string, unknown>)[column]])),
        })),
      },
    };
  },
};

export default fakeUpstream;
