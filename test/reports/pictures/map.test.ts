import { describe, expect, test } from 'vitest';
import { drawMap, type MapOptions } from '../../../src/reports/pictures/map.ts';
import { numbersText } from '../../../src/reports/pictures/marks.ts';
import { clippedLine, clippedRing, planeAround } from '../../../src/reports/pictures/plane.ts';
import { flattened } from '../../../src/reports/pictures/svg.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { textOverText, textsOf } from './boxes.ts';
import { sampleMap } from './sample-map.ts';

const options: MapOptions = { id: 'm', title: 'One mile around', height: 330, halfMeters: 1674 };
const site: MapOptions = { ...options, id: 's', halfMeters: 120, lots: true };
const { raleigh, chicago, newYork } = samplePlaces;

describe('a map', () => {
  test.each([raleigh, chicago, newYork])('of $id has no text over text, no NaN, nothing from outside', (place) => {
    for (const [count, form] of [0, 1, 7, 24, 60].flatMap((n) => [options, site].map((one) => [n, one] as const))) {
      const svg = drawMap(sampleMap(place, count), form);
      expect(textOverText(svg), `${count} marks`).toEqual([]);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|foreignObject|<image|https?:\/\/(?!www\.w3\.org)/);
      expect(svg.match(/(?:href|src|url)[=(]/g)?.every((use) => use === 'url(') ?? true).toBe(true);
    }
  });

  test.each([raleigh, chicago, newYork])('of $id is drawn the same each time', async (place) => {
    const svg = drawMap(sampleMap(place, 12), site);
    expect(drawMap(sampleMap(place, 12), site)).toBe(svg);
    await expect(svg).toMatchFileSnapshot(`../../fixtures/pictures/site-${place.id}.svg`);
    await expect(drawMap(sampleMap(place, 12), options)).toMatchFileSnapshot(
      `../../fixtures/pictures/mile-${place.id}.svg`,
    );
  });

  test('keeps every text inside its picture', () => {
    for (const form of [options, site]) {
      for (const { corners, text } of textsOf(drawMap(sampleMap(raleigh, 40), form))) {
        for (const [x, y] of corners) expect(x >= -1 && x <= 361 && y >= -1 && y <= 480, text).toBe(true);
      }
    }
  });

  test('says what it shows to those who do not see it', () => {
    const svg = drawMap(sampleMap(raleigh, 3), options);
    expect(svg).toContain('role="img"');
    expect(/<title id="m-title">([^<]*)</.exec(svg)?.[1]).toBe('One mile around');
    expect(/<desc id="m-desc">([^<]*)</.exec(svg)?.[1]).toContain('1 Building permits');
  });

  test('shows every number, alone or on a plate, whatever room there is', () => {
    const shown = new Set<number>();
    for (const { text } of textsOf(drawMap(sampleMap(raleigh, 18), { ...options, halfMeters: 700 }))) {
      const more = /^(\d+) \+(\d+)$/.exec(text);
      if (more) shown.add(Number(more[1]));
      if (!/^[\d\u2013, ]+$/.test(text)) continue;
      for (const run of text.split(', ')) {
        const [from = 0, to = from] = run.split('\u2013').map(Number);
        for (let number = from; number <= to; number++) shown.add(number);
      }
    }
    expect([...shown].sort((a, b) => a - b)[0]).toBe(1);
    expect(shown.size).toBeGreaterThanOrEqual(15);
  });

  test('scale bars measure what they say', () => {
    const svg = drawMap(sampleMap(raleigh, 0), options);
    const metersPerPixel = 1674 / 165;
    const [, to] = /M10 [\d.]+V[\d.]+H([\d.]+)/.exec(svg) ?? [];
    expect((Number(to) - 10) * metersPerPixel).toBeCloseTo(1609.344 / 2, -1);
    expect(svg).toContain('>1/2 mi<');
    expect(svg).toContain('>500 m<');
  });

  test('has the colors of light paper where no style sheet is read', () => {
    const flat = flattened(drawMap(sampleMap(raleigh, 3), options));
    expect(flat).not.toMatch(/var\(|<style/);
  });
});

describe('what lies beyond the frame', () => {
  const plane = { width: 100, height: 100 };
  test('is cut off areas and lines', () => {
    const ring = [
      [-50, -50],
      [150, -50],
      [150, 50],
      [-50, 50],
    ] as const;
    const cut = clippedRing(ring, plane, 0);
    expect(cut.map(([x, y]) => `${x},${y}`).sort()).toEqual(['0,0', '0,50', '100,0', '100,50']);
    const line = [
      [-10, 50],
      [50, 50],
      [50, 150],
      [80, 150],
      [80, 20],
    ] as const;
    expect(clippedLine(line, plane, 0)).toEqual([
      [
        [0, 50],
        [50, 50],
        [50, 100],
      ],
      [
        [80, 100],
        [80, 20],
      ],
    ]);
    expect(
      clippedRing(
        [
          [200, 200],
          [300, 200],
          [300, 300],
        ],
        plane,
        0,
      ),
    ).toEqual([]);
  });

  test('a plane measures the ground in both directions', () => {
    const { at } = planeAround({ center: { latitude: 60, longitude: 10 }, width: 200, height: 100, halfMeters: 1000 });
    expect(at([10, 60])).toEqual([100, 50]);
    expect(at([10, 60 + 1000 / 111_195])[1]).toBeCloseTo(0, 3);
    expect(at([10 + 1000 / 111_195 / 0.5, 60])[0]).toBeCloseTo(150, 3);
  });
});

test('numbers in a row are one run', () => {
  expect([[7], [7, 8], [9, 7, 8], [1, 3, 4, 5, 9]].map(numbersText)).toEqual([
    '7',
    '7, 8',
    '7\u20139',
    '1, 3\u20135, 9',
  ]);
});
