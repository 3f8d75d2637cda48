import { describe, expect, it } from 'vitest';
import { positionOf } from '../../src/fields/define.ts';
import { countyKey } from '../../src/geography/county-name.ts';
import { arrange, countByDistance } from '../../src/geometry/placed.ts';
import { offset } from '../upstreams/tables.ts';

const from = { latitude: 35.7783, longitude: -78.6431 };
const at = (east: number) => ({ at: offset(from, east, 0) });

describe('records around a point', () => {
  it('sorts by distance, drops what lies beyond the radius and keeps the unplaced apart', () => {
    const { near, unplaced } = arrange([at(900), at(300), at(2000), {}], from, 1609);
    expect(near.map(({ distanceMeters, direction }) => [distanceMeters, direction])).toEqual([
      [300, 'E'],
      [900, 'E'],
    ]);
    expect(unplaced).toEqual([{}]);
  });

  it('counts within the usual distances and the radius itself', () => {
    const near = [{ distanceMeters: 402 }, { distanceMeters: 403 }, { distanceMeters: 1000 }];
    expect(countByDistance(near, 1000)).toEqual([
      { withinMeters: 402, count: 1 },
      { withinMeters: 805, count: 2 },
      { withinMeters: 1000, count: 3 },
    ]);
    expect(countByDistance(near, 402)).toEqual([{ withinMeters: 402, count: 1 }]);
  });

  it('takes no filler for a position', () => {
    expect(positionOf(['35.5', -78])).toEqual({ latitude: 35.5, longitude: -78 });
    for (const [lat, lon] of [
      [0, 0],
      [null, -78],
      ['', ''],
      [95, -78],
      ['n/a', 1],
    ])
      expect(positionOf([lat, lon])).toBeUndefined();
  });
});

describe('county names', () => {
  it.each([
    ['St. Louis County', 'SAINT LOUIS'],
    ['Doña Ana County', 'DONA ANA'],
    ["Prince George's County", 'PRINCE GEORGES'],
    ['Capitol Planning Region', 'Capitol'],
    ['Yukon-Koyukuk Census Area', 'Yukon Koyukuk'],
  ])('%s is %s', (a, b) => expect(countyKey(a)).toBe(countyKey(b)));

  it('keeps an independent city apart from the county of its name', () => {
    expect(countyKey('Richmond city')).not.toBe(countyKey('Richmond County'));
  });
});
