import { describe, expect, it } from 'vitest';
import type { Rings } from '../../src/geometry/outline.ts';
import { type MappedShape, overlayOf } from '../../src/geometry/overlay.ts';

/** Numbers from 0 to 1 that repeat from run to run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Position = readonly [number, number];

/** A closed star-shaped ring around a center; now and then with repeated corners, or crossing itself. */
function ringAround(random: () => number, center: Position, radius: number): Position[] {
  const corners = 3 + Math.floor(random() * 20);
  const crossing = random() < 0.15;
  const ring = Array.from({ length: corners }, (_, index): Position => {
    const angle = crossing ? random() * 2 * Math.PI : (index / corners) * 2 * Math.PI;
    const reach = radius * (0.35 + 0.65 * random());
    return [center[0] + (reach * Math.cos(angle)) / 0.8, center[1] + reach * Math.sin(angle)];
  });
  const repeated = random() < 0.2 ? ring.flatMap((at) => [at, at]) : ring;
  const turned = random() < 0.5 ? repeated.toReversed() : repeated;
  const [first] = turned;
  return first ? [...turned, first] : turned;
}

const shifted = (random: () => number, [x, y]: Position, by: number): Position => [
  x + (random() - 0.5) * by,
  y + (random() - 0.5) * by,
];

/** A shape of one or more parts, some with a hole, wound any way. */
function shapeAround(random: () => number, center: Position, radius: number): Rings {
  const parts = random() < 0.25 ? 2 : 1;
  return Array.from({ length: parts }, (_, part) => {
    const middle: Position = [center[0] + part * radius * 3, center[1] + part * radius];
    const outer = ringAround(random, middle, radius);
    return random() < 0.35 ? [outer, ringAround(random, middle, radius * 0.3)] : [outer];
  }).flat();
}

/** Where a line of constant latitude runs inside rings (even-odd), as pairs of longitudes. */
function spans(rings: Rings, latitude: number): readonly Position[] {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index++) {
      const [ax, ay] = ring[index] ?? [0, 0];
      const [bx, by] = ring[(index + 1) % ring.length] ?? [0, 0];
      if (ay > latitude !== by > latitude) crossings.push(ax + ((latitude - ay) / (by - ay)) * (bx - ax));
    }
  }
  const sorted = crossings.toSorted((a, b) => a - b);
  return sorted.flatMap((from, index): Position[] => {
    const to = sorted[index + 1];
    return index % 2 === 0 && to !== undefined ? [[from, to]] : [];
  });
}

/** Length that lies in the outline and in at least one of several shapes, along one latitude. */
function sharedLength(outline: Rings, shapes: readonly Rings[], latitude: number): number {
  const merged: [number, number][] = [];
  for (const [from, to] of shapes.flatMap((rings) => spans(rings, latitude)).toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return spans(outline, latitude).reduce(
    (sum, [from, to]) =>
      sum + merged.reduce((part, [a, b]) => part + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0),
    0,
  );
}

/** Meters along a parallel times meters along a meridian of one square degree, WGS 84: another formula than the product's. */
function groundPerSquareDegree(latitude: number): number {
  const squared = 0.006_694_379_990_141_317;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const w = 1 - squared * sine * sine;
  const parallel = (6_378_137 * Math.cos((latitude * Math.PI) / 180)) / Math.sqrt(w);
  const meridian = (6_378_137 * (1 - squared)) / w ** 1.5;
  return parallel * meridian * (Math.PI / 180) ** 2;
}

/** Share in percent and area in square meters by summing thin lines of constant latitude: no clipping library. */
function measured(outline: Rings, shapes: readonly Rings[]) {
  const latitudes = outline.flat().map(([, y]) => y);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const lines = 400;
  const [step, everything]: [number, Rings] = [
    (north - south) / lines,
    [
      [
        [-180, -89],
        [180, -89],
        [180, 89],
        [-180, 89],
      ],
    ],
  ];
  let [whole, shared] = [0, 0];
  for (let line = 0; line < lines; line++) {
    const latitude = south + (line + 0.5) * step;
    const weight = groundPerSquareDegree(latitude) * step;
    whole += sharedLength(outline, [everything], latitude) * weight;
    shared += sharedLength(outline, shapes, latitude) * weight;
  }
  return { share: (100 * shared) / whole, area: whole };
}

/** Length of the edges in meters, on a sphere. */
function edgeMeters(outline: Rings): number {
  let meters = 0;
  for (const ring of outline) {
    for (const [at, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[at + 1] ?? [x, y];
      meters += 111_195 * Math.hypot((nextX - x) * Math.cos((y * Math.PI) / 180), nextY - y);
    }
  }
  return meters;
}

const keyOf = (code: string) => code;

describe('shares of an outline', () => {
  it('agree within 0.5 % with a sum of thin lines, for 60 made-up parcels', () => {
    const random = randomFrom(14);
    const worst = { share: 0, mapped: 0, area: 0 };
    let partly = 0;
    for (let parcel = 0; parcel < 60; parcel++) {
      const center: Position = [-125 + random() * 58, 25 + random() * 40];
      const radius = 0.0002 + random() * random() * 0.005;
      const outline = shapeAround(random, center, radius);
      const shapes: MappedShape<string>[] = Array.from({ length: 2 + Math.floor(random() * 5) }, (_, index) => ({
        of: ['AE', 'X', 'VE'][index % 3] ?? '',
        rings: shapeAround(
          random,
          shifted(random, center, radius * 3),
          radius * (0.4 + random() * (random() < 0.2 ? 60 : 2)),
        ),
      }));
      const overlay = overlayOf(outline, shapes, keyOf, { reachMeters: 50, toleranceMeters: 0 });
      const all = measured(
        outline,
        shapes.map(({ rings }) => rings),
      );
      worst.mapped = Math.max(worst.mapped, Math.abs((overlay?.mappedPercent ?? -1) - all.share));
      worst.area = Math.max(worst.area, Math.abs((overlay?.areaSquareMeters ?? 0) / all.area - 1) * 100);
      for (const code of new Set(shapes.map(({ of }) => of))) {
        const own = shapes.filter(({ of }) => of === code).map(({ rings }) => rings);
        const expected = measured(outline, own).share;
        const given = overlay?.classes.find(({ members }) => members[0] === code)?.sharePercent ?? 0;
        worst.share = Math.max(worst.share, Math.abs(given - expected));
        if (expected > 1 && expected < 99) partly++;
      }
    }
    expect(partly).toBeGreaterThan(60);
    expect(worst.share).toBeLessThan(0.5);
    expect(worst.mapped).toBeLessThan(0.5);
    expect(worst.area).toBeLessThan(0.5);
  }, 120_000);

  it('agree too for overlays that lie over each other, and call a touch only what is a strip', () => {
    const random = randomFrom(2026);
    const worst = { share: 0, strip: 0 };
    const told = { partly: 0, none: 0 };
    const toleranceMeters = 2;
    for (let parcel = 0; parcel < 60; parcel++) {
      const center: Position = [-125 + random() * 58, 25 + random() * 40];
      const radius = 0.0002 + random() * random() * 0.003;
      const outline = shapeAround(random, center, radius);
      // several overlays, each of two pieces that may cross, as historic and corridor districts do
      const shapes: MappedShape<string>[] = ['HOD', 'NCOD', 'TOD'].flatMap((of) =>
        [1, 2].map(() => ({
          of,
          rings: shapeAround(random, shifted(random, center, radius * 4), radius * (0.5 + random() * 4)),
        })),
      );
      const overlay = overlayOf(outline, shapes, keyOf, { reachMeters: 50, toleranceMeters });
      for (const code of ['HOD', 'NCOD', 'TOD']) {
        const own = shapes.filter(({ of }) => of === code).map(({ rings }) => rings);
        const expected = measured(outline, own);
        const found = overlay?.classes.find(({ members }) => members[0] === code);
        if (found && found.sharePercent > 0) {
          worst.share = Math.max(worst.share, Math.abs(found.sharePercent - expected.share));
          if (expected.share > 1 && expected.share < 99) told.partly++;
        } else {
          // a strip of the tolerance along the whole edge is the most that may be left out
          const most = (100 * toleranceMeters * edgeMeters(outline)) / expected.area;
          worst.strip = Math.max(worst.strip, expected.share - most);
          told.none++;
        }
      }
    }
    expect(told.partly).toBeGreaterThan(45);
    expect(told.none).toBeGreaterThan(6);
    expect(worst.share).toBeLessThan(0.5);
    expect(worst.strip).toBeLessThan(0.5);
  }, 120_000);

  const square = (west: number, south: number, size: number): Position[] => [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
  const lot: Rings = [square(-78.64, 35.78, 0.001)];

  it('tell the point from the outline', () => {
    const overlay = overlayOf(
      lot,
      [
        { of: 'AE', rings: [square(-78.645, 35.77025, 0.01)] },
        { of: 'X', rings: [square(-78.645, 35.78025, 0.01)] },
      ],
      keyOf,
      { reachMeters: 50, point: { longitude: -78.6395, latitude: 35.7811 } },
    );
    expect(overlay?.classes).toEqual([
      { members: ['X'], sharePercent: 75, touches: false, distanceMeters: 0, holdsPoint: true },
      { members: ['AE'], sharePercent: 25, touches: false, distanceMeters: 0, holdsPoint: false },
    ]);
    expect(overlay?.mappedPercent).toBe(100);
  });

  it('call a strip narrower than the tolerance a touch, and measure what lies apart', () => {
    const overlay = overlayOf(
      lot,
      [
        { of: 'strip', rings: [square(-78.645, 35.780995, 0.01)] },
        { of: 'apart', rings: [square(-78.645, 35.78127, 0.01)] },
        { of: 'far', rings: [square(-78.645, 35.79, 0.01)] },
      ],
      keyOf,
      { reachMeters: 50 },
    );
    expect(overlay?.classes).toEqual([
      { members: ['strip'], sharePercent: 0, touches: true, distanceMeters: 0, holdsPoint: false },
      { members: ['apart'], sharePercent: 0, touches: false, distanceMeters: 30, holdsPoint: false },
    ]);
  });

  it('count polygons of one class that lie over each other once, and a ring that is written twice once', () => {
    const ring = square(-78.645, 35.7805, 0.01);
    const overlay = overlayOf(
      lot,
      [
        { of: 'AE', rings: [ring, ring] },
        { of: 'AE', rings: [ring] },
      ],
      keyOf,
      {
        reachMeters: 0,
      },
    );
    expect(overlay?.classes.map(({ sharePercent }) => sharePercent)).toEqual([50]);
  });

  it('know no share of an outline without an area', () => {
    expect(overlayOf([], [], keyOf, { reachMeters: 0 })).toBeUndefined();
    expect(
      overlayOf(
        [
          [
            [-78, 35],
            [-78, 35],
            [-78, 35],
          ],
        ],
        [],
        keyOf,
        { reachMeters: 0 },
      ),
    ).toBeUndefined();
  });
});
