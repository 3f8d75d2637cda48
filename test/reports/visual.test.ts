import { describe, expect, test } from 'vitest';
import { drawnOutline, frameOfCircle, frameOfRings, type Ring } from '../../src/reports/visual/frame.ts';
import { planVisual, type VisualRaster } from '../../src/reports/visual/plan.ts';
import { ParcelVisualSchema, visualConstants } from '../../src/reports/visual/schema.ts';
import { makeVisual } from '../../src/reports/visual/visual.ts';

const citation = {
  sourceName: 'County <parcels> & "lots"',
  sourceUrl: 'https://example.org/',
  fetchedAt: '2026-11-21T12:00:00.000Z',
};
const square: Ring = [
  [-78.65, 35.77],
  [-78.64, 35.77],
  [-78.64, 35.78],
  [-78.65, 35.78],
  [-78.65, 35.77],
];
const round = (vertices: number): Ring =>
  Array.from({ length: vertices }, (_, index) => {
    const angle = (2 * Math.PI * index) / vertices;
    return [-78.64 + 0.001 * Math.cos(angle), 35.78 + 0.001 * Math.sin(angle)] as const;
  });
const raster: VisualRaster = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
  aerial: {
    sourceName: visualConstants.sourceName,
    sourceUrl: 'https://example.org/',
    serviceUrl: 'https://example.org/service',
    rasterObjectId: 1,
    contributingRasterObjectIds: [1],
    rasterId: 'm_1',
    acquiredAt: '2022-05-10T00:00:00.000Z',
    resolutionMeters: 0.6,
    fetchedAt: citation.fetchedAt,
    licenseNote: visualConstants.licenseNote,
  },
  otherDays: [],
  synthetic: false,
};

describe('the frame of a picture', () => {
  test('holds the outline, centered, in the proportions of the picture', () => {
    const frame = frameOfRings([square]);
    const [west, south, east, north] = frame.box;
    expect((east - west) / (north - south)).toBeCloseTo(960 / 540, 6);
    for (const position of square) {
      const [x, y] = frame.pixel(position);
      expect(x > 0 && x < 960 && y > 0 && y < 540).toBe(true);
    }
    expect(frame.pixel([-78.645, 35.775])[0]).toBeCloseTo(480, 0);
  });

  test('measures the ground, not the projection', () => {
    const frame = frameOfCircle({ latitude: 60, longitude: -150 }, 500);
    // 500 m with a margin of 12 % fill half of 540 pixels
    expect(500 / frame.metersPerPixel).toBeCloseTo(540 / 2 / 1.12, 3);
  });
});

describe('the outline', () => {
  test('is closed, and cut to 320 vertices where it has more', () => {
    expect(drawnOutline([square])).toMatchObject({ vertexCount: 5, simplified: false });
    expect(drawnOutline([square.slice(0, 4)])).toMatchObject({ vertexCount: 5 });
    const many = drawnOutline([round(5000)]);
    expect(many?.simplified).toBe(true);
    expect(many?.vertexCount).toBeGreaterThan(20);
    expect(many?.vertexCount).toBeLessThanOrEqual(320);
  });

  test.each([
    [[]],
    [[[[-78, 35]]]],
    [
      [
        [
          [-78, 35],
          [-78.1, 35],
        ],
      ],
    ],
  ] as unknown as Ring[][][])('of %j is none', (rings) => {
    expect(drawnOutline(rings)).toBeUndefined();
    expect(planVisual({ scope: 'parcel', rings, cardId: 'a', parcelId: '1', citation })).toBeUndefined();
  });
});

describe('the picture', () => {
  const plan = planVisual({ scope: 'parcel', rings: [square], cardId: 'county', parcelId: '17<03>', citation });
  if (!plan) throw new Error('no plan');
  const layer = { kind: 'flood_context' as const, codes: ['AE'], rings: [square], complete: false, citation };

  test('is the same bytes each time, escapes what sources say and refers to nothing outside', () => {
    const one = makeVisual(plan, raster, [layer], (hash) => `k/${hash}`);
    const two = makeVisual(plan, raster, [layer], (hash) => `k/${hash}`);
    expect(one).toEqual(two);
    expect(() => ParcelVisualSchema.parse(one.visual)).not.toThrow();
    expect(one.visual.annotations.map(({ kind }) => kind)).toEqual(['parcel_outline', 'flood_context']);
    expect(one.visual.caveats.slice(2)).toEqual(['Not every polygon of the drawn layers was read.']);
    expect(one.svg).not.toMatch(/<script|href="http|xlink|<parcels>/);
    expect(one.svg).toContain('viewBox="0 0 960 540"');
  });

  test('of another outline has another geometry hash and another content hash', () => {
    const moved = square.map(([x, y]) => [x + 0.0001, y] as const);
    const other = planVisual({ scope: 'parcel', rings: [moved], cardId: 'county', parcelId: '17', citation });
    if (!other) throw new Error('no plan');
    const hashes = [plan, other].map((one) => {
      const { visual } = makeVisual(one, raster, [layer], (hash) => hash);
      return visual.scope === 'parcel' ? [visual.parcel.geometryHash, visual.image.contentHash] : [];
    });
    expect(hashes[0]?.[0]).not.toBe(hashes[1]?.[0]);
    expect(hashes[0]?.[1]).not.toBe(hashes[1]?.[1]);
  });

  test('of an area shows at most 1,000 m and says what was queried', () => {
    const area = planVisual({
      scope: 'analysis_area',
      center: { latitude: 35.78, longitude: -78.64 },
      radiusMeters: 5000,
      area: {
        centerSource: 'server_resolved_point',
        centerPrecision: 'address',
        centerSourceRef: 'paid_access_preflight',
        centerRecordedAt: citation.fetchedAt,
      },
    });
    if (!area) throw new Error('no plan');
    const { visual } = makeVisual(area, raster, [], (hash) => hash);
    expect(visual).toMatchObject({
      analysisArea: { radiusMeters: 1000, requestedRadiusMeters: 5000 },
      annotations: [],
    });
    expect(visual.caveats[2]).toContain('1000 m');
  });
});
