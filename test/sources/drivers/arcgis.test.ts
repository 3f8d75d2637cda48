import { describe, expect, test } from 'vitest';
import { silentTelemetry } from '../../../src/kernel/ports/telemetry.ts';
import { countLayer, identifyRaster, queryLayer } from '../../../src/sources/drivers/arcgis.ts';
import { resolveLayer } from '../../../src/sources/drivers/arcgis-services.ts';
import { centroidOf, pathsOf, pointOf, ringsOf } from '../../../src/sources/drivers/esri.ts';
import { quoted } from '../../../src/sources/drivers/rows.ts';
import type { UpstreamReply, UpstreamRequest } from '../../upstreams/fake-upstream.ts';
import { type RigOptions, testCard, withRig } from '../rig.ts';
import { hasSample, sampleJson } from '../samples.ts';

const card = testCard({ endpoint: 'https://gis.test/arcgis/rest/services/Parcels/MapServer/0' });
const point = { latitude: 35.7783, longitude: -78.6431 };

interface Layer {
  readonly total: number;
  /** Rows that the server gives at most, whatever is queried. */
  readonly serverMax?: number;
  /** The server knows nothing of offsets. */
  readonly ignoresOffset?: boolean;
  readonly count?: number;
}

/** A small ArcGIS server: rows 0…total-1, cut and paged as the real ones do it. */
function layer({ total, serverMax = 1000, ignoresOffset = false, count = total }: Layer) {
  return (request: UpstreamRequest): UpstreamReply => {
    const query = request.method === 'POST' ? new URLSearchParams(request.body) : request.query;
    if (query.get('returnCountOnly') === 'true') return { body: { count } };
    const offset = ignoresOffset ? 0 : Number(query.get('resultOffset') ?? 0);
    const wanted = Math.min(serverMax, Number(query.get('resultRecordCount') ?? serverMax));
    const ids = Array.from({ length: total }, (_, index) => index).slice(offset, offset + wanted);
    return {
      body: {
        objectIdFieldName: 'OBJECTID',
        features: ids.map((id) => ({ attributes: { PIN: `p${id}`, OWNER: 'SOMEBODY', ZONE: 'R-4' } })),
        ...(offset + ids.length < total && { exceededTransferLimit: true }),
      },
    };
  };
}

/** A reply that names another object id column, or none. */
const renamed = ({ body }: UpstreamReply, objectIdFieldName: string | undefined): UpstreamReply => ({
  body: { ...(body as object), objectIdFieldName },
});
const gis = (respond: RigOptions['respond'], more: RigOptions = {}): RigOptions => ({
  hosts: ['gis.test'],
  ...(respond && { respond }),
  ...more,
});
const pins = { outFields: ['PIN', 'ZONE'] };

/** What a layer brings that answers with one body, a question about geometry queried. */
async function shaped(body: unknown, query: Partial<Parameters<typeof queryLayer>[2]> = {}) {
  const outcome: { found?: Awaited<ReturnType<typeof queryLayer>>; refused: string[] } = { refused: [] };
  const telemetry = { ...silentTelemetry, refusedValue: ({ why }: { why: string }) => outcome.refused.push(why) };
  await withRig(
    gis(() => ({ body }), { telemetry }),
    async ({ access }) => {
      outcome.found = await queryLayer(access, card, { outFields: ['PIN'], geometry: true, ...query });
    },
  );
  return outcome;
}
const located = (x: number, y: number, spatialReference?: object) => ({
  ...(spatialReference && { spatialReference }),
  features: [{ attributes: { PIN: 'p1' }, geometry: { x, y } }],
});

describe('geometry of a layer', () => {
  test.each([
    ['degrees as requested', located(-78.64, 35.77, { wkid: 4326, latestWkid: 4326 }), true],
    ['no reference, numbers near the point (Wichita permits)', located(-78.64, 35.77), true],
    ['feet in a reference without a number (Kent County)', located(12_745_162, 656_397, { wkt: 'PROJCS[…]' }), false],
    ['feet that call themselves degrees', located(2_105_000, 738_000, { wkid: 4326 }), false],
    ['a small number of another projection', located(80, 35, { wkid: 102_719 }), false],
    ['latitude and longitude in the wrong order', located(35.77, -78.64, { wkid: 4326 }), false],
  ])('%s', async (_name, body, isBelieved) => {
    const { found, refused } = await shaped(body, { point, radiusMeters: 500 });
    expect(found?.state).toBe('found');
    const [row] = found && 'data' in found ? found.data : [];
    expect(row?.attributes).toEqual({ PIN: 'p1' });
    expect(row?.geometry !== undefined).toBe(isBelieved);
    expect(refused.length).toBe(isBelieved ? 0 : 1);
    expect(found && 'notes' in found ? found.notes?.length : undefined).toBe(isBelieved ? undefined : 1);
  });

  test('a polygon of two vertices whose row says nothing is no row; one with an id stays', async () => {
    const rings = [
      [
        [-90.1, 32.6],
        [-90.2, 32.6],
        [-90.1, 32.6],
      ],
    ];
    const sliver = (PIN: string | null) => ({
      spatialReference: { wkid: 4326 },
      objectIdFieldName: 'OBJECTID',
      features: [{ attributes: { OBJECTID: 26_353, PIN }, geometry: { rings } }],
    });
    expect((await shaped(sliver(null))).found?.state).toBe('empty');
    expect((await shaped(sliver('081-12'))).found).toMatchObject({
      state: 'found',
      data: [{ attributes: { PIN: '081-12' } }],
    });
  });
});

describe('queryLayer', () => {
  test('asks by point and radius in WGS84, names its columns, keeps nothing else', async () => {
    await withRig(gis(layer({ total: 1 })), async ({ access, upstreams }) => {
      const found = await queryLayer(access, card, { ...pins, point, radiusMeters: 50 });
      expect(found).toMatchObject({
        state: 'found',
        data: [{ attributes: { PIN: 'p0', ZONE: 'R-4' } }],
        citation: { sourceName: expect.stringContaining('(synthetic)'), sourceUrl: card.datasetUrl },
      });
      expect(JSON.stringify(found)).not.toContain('SOMEBODY');
      const query = new URLSearchParams(upstreams.requests[0]?.query);
      expect(Object.fromEntries(query)).toMatchObject({
        geometry: '-78.6431,35.7783',
        geometryType: 'esriGeometryPoint',
        inSR: '4326',
        distance: '50',
        units: 'esriSRUnit_Meter',
        outFields: 'PIN,ZONE',
        returnGeometry: 'false',
        f: 'json',
      });
      expect(upstreams.requests[0]?.path).toBe('/arcgis/rest/services/Parcels/MapServer/0/query');
    });
  });

  test('pages until all rows are there', async () => {
    await withRig(gis(layer({ total: 120, serverMax: 50 })), async ({ access }) => {
      const found = await queryLayer(access, card, { ...pins, limit: 500 });
      expect(found.state).toBe('found');
      expect('data' in found && new Set(found.data.map((row) => row.attributes.PIN)).size).toBe(120);
    });
  });

  test('more rows than wanted is partial; exactly as many is not', async () => {
    await withRig(gis(layer({ total: 30 })), async ({ access }) => {
      const cut = await queryLayer(access, card, { ...pins, limit: 10 });
      expect(cut).toMatchObject({ state: 'partial', reason: expect.stringContaining('more than 10') });
      expect('data' in cut && cut.data.length).toBe(10);
      expect(await queryLayer(access, card, { ...pins, limit: 30 })).toMatchObject({ state: 'found' });
    });
  });

  test('fewer rows than the server counts is partial', async () => {
    await withRig(gis(layer({ total: 120, serverMax: 50, count: 125 })), async ({ access }) => {
      expect(await queryLayer(access, card, { ...pins, limit: 500 })).toMatchObject({
        state: 'partial',
        reason: 'The server counts 125 matching records and gave 120.',
      });
    });
  });

  test('a server that repeats its first page is caught', async () => {
    await withRig(gis(layer({ total: 120, serverMax: 50, ignoresOffset: true })), async ({ access, upstreams }) => {
      const found = await queryLayer(access, card, { ...pins, limit: 500 });
      expect(found).toMatchObject({ state: 'partial', reason: expect.stringContaining('repeats') });
      expect('data' in found && found.data.length).toBe(50);
      expect(upstreams.requests.length).toBe(3);
    });
  });

  test('pages come in the order of the object ids that the first page or the layer names', async () => {
    const ordered = layer({ total: 120, serverMax: 50 });
    for (const { named, metadata } of [
      { named: 'OBJECTID', metadata: {} },
      { named: undefined, metadata: { name: 'Parcels', fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID' }] } },
    ]) {
      const respond = (request: UpstreamRequest): UpstreamReply =>
        request.path.endsWith('/query') ? renamed(ordered(request), named) : { body: metadata };
      await withRig(gis(respond), async ({ access, upstreams }) => {
        const found = await queryLayer(access, card, { ...pins, limit: 500 });
        expect(found.state).toBe('found');
        expect('data' in found && found.data[0]).toEqual({ attributes: { PIN: 'p0', ZONE: 'R-4' } });
        const pages = upstreams.requests
          .map(({ query }) => new URLSearchParams(query))
          .filter((query) => query.has('outFields'));
        expect(pages.map((query) => [query.get('orderByFields'), query.get('resultOffset')])).toEqual([
          [null, null],
          ['OBJECTID', null],
          ['OBJECTID', '50'],
          ['OBJECTID', '100'],
        ]);
      });
    }
  });

  test('a row that two pages bring counts once', async () => {
    const shifted = (request: UpstreamRequest): UpstreamReply => {
      if (request.query.has('returnCountOnly')) return { body: { count: 3 } };
      const ids = Number(request.query.get('resultOffset') ?? 0) > 0 ? [2, 3] : [1, 2];
      return {
        body: {
          objectIdFieldName: 'OBJECTID',
          features: ids.map((id) => ({ attributes: { OBJECTID: id, PIN: `p${id}` } })),
          ...(ids[0] === 1 && { exceededTransferLimit: true }),
        },
      };
    };
    await withRig(gis(shifted), async ({ access }) => {
      const found = await queryLayer(access, card, { outFields: ['PIN'], limit: 500 });
      expect('data' in found && found.data.map(({ attributes }) => attributes.PIN)).toEqual(['p1', 'p2', 'p3']);
    });
  });

  test('a layer that names no object ids gives its first page alone', async () => {
    const nameless = (request: UpstreamRequest): UpstreamReply =>
      request.path.endsWith('/query')
        ? renamed(layer({ total: 120, serverMax: 50 })(request), undefined)
        : { body: { name: 'Parcels', fields: [{ name: 'PIN' }] } };
    await withRig(gis(nameless), async ({ access }) => {
      const found = await queryLayer(access, card, { ...pins, limit: 500 });
      expect(found).toMatchObject({ state: 'partial', reason: expect.stringContaining('object ids') });
      expect('data' in found && found.data.length).toBe(50);
    });
  });

  test('a later page that fails leaves a partial answer', async () => {
    const whole = layer({ total: 120, serverMax: 50 });
    const respond = (request: UpstreamRequest) =>
      request.query.has('resultOffset') ? { status: 500, body: {} } : whole(request);
    await withRig(gis(respond), async ({ access }) => {
      const found = await queryLayer(access, card, { ...pins, limit: 500 });
      expect(found).toMatchObject({
        state: 'partial',
        missing: 'failed',
        reason: expect.stringContaining('later page'),
      });
      expect('data' in found && found.data.length).toBe(50);
    });
  });

  test('nothing is empty; an error, a cut without rows, other columns and another shape are unavailable', async () => {
    const states: string[] = [];
    const bodies = [
      { features: [] },
      { error: { code: 400, message: 'Failed to execute query.' } },
      { features: [], exceededTransferLimit: true },
      { features: [{ attributes: { SOMETHING: 1 } }] },
      { rows: [] },
    ];
    for (const body of bodies) {
      await withRig(
        gis(() => ({ body })),
        async ({ access }) => {
          states.push((await queryLayer(access, card, pins)).state);
        },
      );
    }
    expect(states).toEqual(['empty', 'unavailable', 'unavailable', 'unavailable', 'unavailable']);
  });

  test('a long question goes as a form and is still answered from the cache', async () => {
    await withRig(gis(layer({ total: 1 })), async ({ access, upstreams }) => {
      const where = `PIN IN (${Array.from({ length: 300 }, (_, index) => quoted(`pin${index}`)).join(',')})`;
      expect((await queryLayer(access, card, { ...pins, where })).state).toBe('found');
      expect((await queryLayer(access, card, { ...pins, where })).state).toBe('found');
      expect(upstreams.requests.map((request) => request.method)).toEqual(['POST']);
    });
  });

  test('a question for every column is a bug and is not queried', async () => {
    await withRig(gis(layer({ total: 1 })), async ({ access, upstreams }) => {
      await expect(queryLayer(access, card, { outFields: ['*'] })).rejects.toThrow(/names its columns/);
      await expect(queryLayer(access, card, { outFields: [] })).rejects.toThrow(/names its columns/);
      expect(upstreams.requests.length).toBe(0);
    });
  });
});

test('countLayer: zero is an answer', async () => {
  await withRig(gis(layer({ total: 0 })), async ({ access }) => {
    expect(await countLayer(access, card, { point })).toMatchObject({ state: 'found', data: 0 });
  });
});

test('resolveLayer finds a layer by its name, the newest by the year in it, never a group', async () => {
  const layers = [
    { id: 3, name: 'Parcels', subLayerIds: [4, 5] },
    { id: 24, name: 'Parcel 2026' },
    { id: 2025, name: 'Parcel 2025' },
    { id: 21, name: 'Parcel 2021' },
    { id: 7, name: 'Zoning Overlay (Historic)' },
  ];
  const url = 'https://gis.test/arcgis/rest/services/History/MapServer/';
  await withRig(
    gis(() => ({ body: { layers, tables: [{ id: 90, name: 'Sales' }] } })),
    async ({ access }) => {
      const id = async (pattern: RegExp, pick?: 'first' | 'newest') => {
        const found = await resolveLayer(access, card, url, pattern, pick);
        return 'data' in found ? found.data : found.state;
      };
      expect(await id(/^parcel/i, 'newest')).toEqual({
        id: 24,
        name: 'Parcel 2026',
        url: 'https://gis.test/arcgis/rest/services/History/MapServer/24',
      });
      expect(await id(/^Parcel \d{4}$/)).toMatchObject({ id: 24 });
      expect(await id(/^zoning overlay/i)).toMatchObject({ id: 7 });
      expect(await id(/^Sales$/)).toMatchObject({ id: 90 });
      expect(await id(/^Parcels$/)).toBe('unavailable');
    },
  );
});

test('identifyRaster: a value, or no data', async () => {
  const values = ['12.5', 'NoData'];
  const respond = ({ query }: UpstreamRequest) => {
    expect(JSON.parse(query.get('geometry') ?? '')).toEqual({
      x: point.longitude,
      y: point.latitude,
      spatialReference: { wkid: 4326 },
    });
    return { body: { objectId: 0, name: 'Pixel', value: values.shift(), properties: { Values: ['12.5'] } } };
  };
  await withRig(gis(respond), async ({ access }) => {
    const raster = testCard({ endpoint: 'https://gis.test/x/ImageServer', http: { ttlSeconds: 0 } });
    expect(await identifyRaster(access, raster, point)).toMatchObject({ state: 'found', data: '12.5' });
    expect((await identifyRaster(access, raster, point)).state).toBe('empty');
  });
});

test('geometry: points, rings and a point that stands for a shape', () => {
  const square = {
    rings: [
      [
        [0, 0],
        [0, 2],
        [2, 2],
        [2, 0],
        [0, 0],
      ],
      [
        [9, 9],
        [9, 9.1],
        [9.1, 9.1],
        [9, 9],
      ],
    ],
  };
  expect(pointOf({ x: -78.6, y: 35.7 })).toEqual({ latitude: 35.7, longitude: -78.6 });
  expect(pointOf({ x: 'NaN', y: 'NaN' })).toBeUndefined();
  // projected coordinates are no degrees
  expect(pointOf({ x: 2_105_000, y: 738_000 })).toBeUndefined();
  const [a, b, c] = [
    [12_745_162, 656_397],
    [12_745_200, 656_397],
    [12_745_200, 656_500],
  ];
  expect([ringsOf({ rings: [[a, b, c, a]] }), pathsOf({ paths: [[a, b]] })]).toEqual([[], []]);
  expect([centroidOf({ rings: [[a, b, c, a]] }), centroidOf({ points: [a] })]).toEqual([undefined, undefined]);
  // two vertices enclose nothing
  expect(
    ringsOf({
      rings: [
        [
          [1, 2],
          [3, 4],
          [1, 2],
        ],
      ],
    }),
  ).toEqual([]);
  expect(ringsOf(square).length).toBe(2);
  expect(centroidOf(square)).toEqual({ latitude: 1, longitude: 1 });
  expect(
    centroidOf({
      paths: [
        [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      ],
    }),
  ).toEqual({ latitude: 1, longitude: 1 });
  expect(centroidOf({ points: [[5, 6]] })).toEqual({ latitude: 6, longitude: 5 });
  expect([centroidOf(null), centroidOf({ rings: [] }), ringsOf('x')]).toEqual([undefined, undefined, []]);
});

test('text in a condition cannot end its own quotes', () => {
  expect(quoted("O'Hare")).toBe("'O''Hare'");
  expect(quoted("x' OR 1=1 --\n")).toBe("'x'' OR 1=1 -- '");
});

const nfhl = 'federal/fema-nfhl/layer28-attributes-hamilton-in.json';
describe.skipIf(!hasSample(nfhl))('recorded answers of real ArcGIS servers (../shared/samples)', () => {
  test('flood zones', async () => {
    await withRig(
      gis(() => ({ body: sampleJson(nfhl) })),
      async ({ access }) => {
        const found = await queryLayer(access, card, { outFields: ['FLD_ZONE', 'SFHA_TF', 'STATIC_BFE'], point });
        expect(found).toMatchObject({ state: 'found' });
        expect('data' in found && found.data[0]?.attributes).toEqual({
          FLD_ZONE: 'A',
          SFHA_TF: 'T',
          STATIC_BFE: -9999,
        });
      },
    );
  });

  test.each(['error-200-bad-outfield', 'error-200-no-featureserver'])('%s is unavailable', async (name) => {
    await withRig(
      gis(() => ({ body: sampleJson(`federal/fema-nfhl/${name}.json`) })),
      async ({ access }) => {
        expect(await queryLayer(access, card, { ...pins, point })).toMatchObject({ state: 'unavailable' });
      },
    );
  });

  test('Cook County lists a parcel layer for every year', async () => {
    const body = sampleJson('local/chicago-il/parcel-vintage-layer-list.json');
    await withRig(
      gis(() => ({ body })),
      async ({ access }) => {
        const newest = await resolveLayer(access, card, 'https://gis.test/x/MapServer', /parcel/i, 'newest');
        expect(newest).toMatchObject({ state: 'found', data: { id: 24, name: 'Parcel 2026' } });
      },
    );
  });
});

const kent = 'recordings/arcgis-query/mi-kent-parcels-15.json';
describe.skipIf(!hasSample(kent))('recorded geometry (../shared/samples/recordings)', () => {
  test('Kent County in feet: the rows without their outlines', async () => {
    const { found, refused } = await shaped(sampleJson(kent), { outFields: ['PNUM', 'SEVTRIBUNAL1'] });
    expect(found).toMatchObject({ state: 'found', notes: [expect.stringContaining('not in longitude and latitude')] });
    expect(found && 'data' in found && found.data[0]).toEqual({
      attributes: { PNUM: expect.stringMatching(/^41-01-06-100-009/), SEVTRIBUNAL1: 56_100 },
    });
    expect(refused).toEqual(['reference', 'reference', 'reference', 'reference', 'reference']);
  });

  test('Madison County: a sliver is no parcel', async () => {
    const body = sampleJson('recordings/arcgis-query/ms-madison-parcels-sliver.json');
    expect((await shaped(body, { outFields: ['PARCEL_ID_EED', 'PPIN', 'OBJECTID'] })).found?.state).toBe('empty');
  });

  test('Orange and Lancaster: points as they are', async () => {
    for (const [name, column] of [
      ['ny-orange-addresses', 'StreetAddress'],
      ['pa-lancaster-addresses', 'MUNI'],
    ] as const) {
      const { found } = await shaped(sampleJson(`recordings/arcgis-query/${name}.json`), { outFields: [column] });
      expect(found && 'data' in found && found.data.every(({ geometry }) => pointOf(geometry))).toBe(true);
    }
  });
});
