import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvOf, geojsonOf, polygonsOf } from '../../../src/reports/pictures/geojson.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { faultsOf } from './rfc-7946.ts';
import { sampleMap } from './sample-map.ts';

const map = sampleMap(samplePlaces.raleigh, 9);
const [first] = map.marks;
if (!first) throw new Error('the sample has marks');
const { position: _position, distanceMeters: _meters, direction: _direction, number: _number, ...bare } = first;
const distances = {
  rows: [],
  unplaced: [{ ...bare, id: 'lost', title: '=HYPERLINK("x")', unplaced: 'its source gives no position' }],
  unplacedLeftOut: 0,
};

interface Collection {
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: never } | null;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}
const collection = () => JSON.parse(JSON.stringify(geojsonOf(map, distances))) as Collection;

describe('positions and areas as GeoJSON', () => {
  test('follow the RFC', () => {
    expect(faultsOf(collection())).toEqual([]);
  });

  test('name number, type, date, status, distance, source and record', () => {
    const record = collection().features.find(({ properties }) => properties.number === 2);
    expect(record?.properties).toMatchObject({
      kind: 'record',
      type: 'permits',
      title: 'Permit <1> & "more"',
      distanceMeters: 50,
      source: 'City permits',
      sourceUrl: 'https://example.org/',
    });
  });

  test('carry a record without a position as one without a geometry', () => {
    const lost = collection().features.filter(({ geometry }) => geometry === null);
    expect(lost.map(({ properties }) => properties.notPlaced)).toEqual(['its source gives no position']);
  });

  test('turn rings as the RFC wants them, whatever their order and turn', () => {
    const box = (from: number, to: number) =>
      [
        [from, from],
        [from, to],
        [to, to],
        [to, from],
        [from, from],
      ] as [number, number][];
    const [outer, hole, island, apart] = [box(0, 9), box(1, 8), box(2, 7), box(20, 30)];
    const rings = [hole, island, outer, apart].map((ring) => ring ?? []);
    for (const some of [rings, rings.map((ring) => ring.toReversed())]) {
      const polygons = polygonsOf(some);
      expect(polygons.map((polygon) => polygon.length).sort()).toEqual([1, 1, 2]);
      const features = [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: polygons } }];
      expect(faultsOf({ type: 'FeatureCollection', features })).toEqual([]);
    }
  });
});

describe('the check of GeoJSON itself', () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ];
  test.each([
    ['an open ring', { type: 'Polygon', coordinates: [square.slice(0, 4)] }],
    ['a clockwise outer ring', { type: 'Polygon', coordinates: [square.toReversed()] }],
    ['latitude first', { type: 'Point', coordinates: [35, -178.5] }],
    ['a position of text', { type: 'Point', coordinates: ['1', '2'] }],
    ['an unknown type', { type: 'Circle', coordinates: [1, 2] }],
    ['a line of one position', { type: 'LineString', coordinates: [[1, 2]] }],
  ])('finds %s', (_words, geometry) => {
    expect(
      faultsOf({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }),
    ).toHaveLength(1);
  });
});

describe('positions as rows', () => {
  const rows = parse(csvOf(map, distances), { columns: true }) as Record<string, string>[];
  test('have one row for each record, with its position as numbers', () => {
    expect(rows).toHaveLength(10);
    expect(rows[1]).toMatchObject({ number: '2', title: 'Permit <1> & "more"', onParcel: 'no' });
    expect(Number(rows[1]?.longitude)).toBeCloseTo(map.marks[1]?.position?.longitude ?? 0, 9);
  });

  test('run nothing in a spreadsheet', () => {
    expect(rows[9]?.title).toBe('\'=HYPERLINK("x")');
  });
});
