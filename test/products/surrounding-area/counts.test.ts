import { describe, expect, test } from 'vitest';
import type { SurroundingParcel } from '../../../src/places/lanes/parcels-within.ts';
import { countCodes, parcelCounts } from '../../../src/products/surrounding-area/aggregate.ts';
import { others } from '../../../src/products/surrounding-area/foundation.ts';

const citation = {
  sourceName: 'A register',
  sourceUrl: 'https://register.example/layer',
  fetchedAt: '2026-11-21T12:00:00Z',
};
const square = (at: number, size = 0.0001): SurroundingParcel['rings'] => [
  [
    [at, 0],
    [at, size],
    [at + size, size],
    [at + size, 0],
    [at, 0],
  ],
];

function parcel(meters: number, fields: object, rings: SurroundingParcel['rings'] = []): SurroundingParcel {
  return { row: { fields }, meters, rings } as SurroundingParcel;
}
const laneWith = (unit: string | undefined) =>
  ({
    lane: { source: { cardId: 'a-layer', lane: 'parcel', fields: unit ? { lotArea: { column: 'A', unit } } : {} } },
    completeMeters: 200,
  }) as never;

describe('codes', () => {
  test('are counted as their publisher writes them, the most frequent first, and open ones apart', () => {
    const single = { code: '101', meaning: 'SINGLE FAMILY' };
    const counted = countCodes([single, { code: 'C2' }, undefined, single, { code: '101' }, single]);
    expect(counted).toEqual({
      byCode: [
        { ...single, count: 3 },
        { code: '101', count: 1 },
        { code: 'C2', count: 1 },
      ],
      notPublishedCount: 1,
    });
  });

  test('beyond the fifteen most frequent stand together', () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      Array.from({ length: 20 - at }, () => ({ code: `U${at}` })),
    ).flat();
    const { byCode, otherCodes } = countCodes(many);
    expect(byCode).toHaveLength(15);
    expect(byCode[0]).toEqual({ code: 'U0', count: 20 });
    expect(otherCodes).toEqual({ codeCount: 5, count: 5 + 4 + 3 + 2 + 1 });
  });
});

describe('parcels', () => {
  const all = [
    parcel(10, { propertyClass: '101', landUse: 'DWELLING', lotArea: 1, yearBuilt: 1950 }, square(0)),
    parcel(90, { propertyClass: '101', landUse: 'DWELLING', lotArea: 2, yearBuilt: 1960 }, square(0.001)),
    parcel(100, { landUse: 'STORE', lotArea: 4, yearBuilt: 0 }, square(0.002)),
    parcel(101, { lotArea: 8, yearBuilt: 2001 }, square(0.002)),
  ];

  test('count to the meter of the window, with outlines, areas in square feet and years', () => {
    expect(parcelCounts(laneWith('acre'), all, 100, citation)).toEqual({
      parcelCount: 3,
      outlineCount: 3,
      isComplete: true,
      byUse: {
        byCode: [
          { code: '101', meaning: 'DWELLING', count: 2 },
          { code: 'STORE', count: 1 },
        ],
        notPublishedCount: 0,
      },
      lotArea: {
        smallestSquareFeet: 43_560,
        medianSquareFeet: 87_120,
        largestSquareFeet: 174_240,
        statedCount: 3,
        basis: 'stated',
      },
      citation,
    });
    const wider = parcelCounts(laneWith('acre'), all, 200, citation);
    // two units on one outline are two records; an even number has its middle between two
    expect(wider).toMatchObject({
      parcelCount: 4,
      outlineCount: 3,
      byUse: { notPublishedCount: 1 },
      lotArea: { medianSquareFeet: 130_680 },
      builtYear: { oldestYear: 1950, medianYear: 1960, newestYear: 2001, statedCount: 3 },
    });
    expect(parcelCounts(laneWith('acre'), all, 250, citation).isComplete).toBe(false);
  });

  test('without a stated area have that of their outlines, each outline once', () => {
    const { lotArea } = parcelCounts(laneWith(undefined), [...all, ...all], 200, citation);
    // 0.0001 degrees at the equator are 11.13 by 11.06 meters
    expect(lotArea).toMatchObject({ basis: 'outline', statedCount: 3, medianSquareFeet: 1325 });
  });

  test('are those around: without that of the place, by its number, else by the outline that holds it', () => {
    const numbered = [parcel(0, { parcelId: '17-03 A' }, square(0)), parcel(5, { parcelId: '18' }, square(0))];
    const center = { latitude: 0.00005, longitude: 0.00005, basis: 'given_point' } as const;
    expect(others(numbered, { ownNumbers: ['1703A'], center })).toEqual([numbered[1]]);
    expect(others([...numbered, ...all.slice(1)], { ownNumbers: [], center })).toEqual(all.slice(1));
  });
});
