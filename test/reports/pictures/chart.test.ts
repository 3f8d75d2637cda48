import { describe, expect, test } from 'vitest';
import { chartWords, drawChart, stepOf } from '../../../src/reports/pictures/chart.ts';
import type { Chart } from '../../../src/reports/pictures/schema.ts';
import { drawTimeline, type TimelineEvent } from '../../../src/reports/pictures/timeline.ts';
import { textOverText, textsOf } from './boxes.ts';

const citation = { sourceName: 'A', sourceUrl: 'https://example.org/', fetchedAt: '2026-11-21T12:00:00.000Z' };
const chart = (more: Partial<Chart>): Chart => ({
  id: 'c',
  title: 'Permits',
  form: 'columns',
  unit: 'records a quarter',
  labels: ['2026 Q1', '2026 Q2', '2026 Q3', '2026 Q4'],
  series: [{ values: [0, 12, null, 7] }],
  citation,
  ...more,
});

const charts: readonly Chart[] = [
  chart({}),
  chart({ form: 'line', series: [{ values: [131.59, 136.9, 142.3, 160.1] }] }),
  chart({
    form: 'line',
    series: [
      { name: 'S\u2013N', values: [-14.4, -7.2, 0, 7.2] },
      { name: 'W\u2013E', values: [-8.9, -4, 0, 7.1] },
    ],
  }),
  chart({
    series: [{ values: [3.21, 4.1, null, null] }],
    levels: [15, 15.5, 16, 24].map((value, at) => ({
      label: ['action', 'minor', 'moderate', 'major'][at] ?? '',
      value,
    })),
  }),
  chart({ series: [{ values: [-4, 6, -12.5, 3] }] }),
  chart({ series: [{ values: [0, 0, 0, 0] }] }),
  chart({
    labels: Array.from({ length: 30 }, (_, year) => String(1990 + year)),
    form: 'line',
    series: [{ values: Array.from({ length: 30 }, (_, year) => 100 + year) }],
  }),
];

describe('a small chart', () => {
  test.each(charts.map((one, index) => [index, one] as const))(
    '%i has no text over text and nothing from outside',
    (_index, one) => {
      const svg = drawChart(one, 'c');
      expect(textOverText(svg)).toEqual([]);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|foreignObject|href/);
      for (const { corners, text } of textsOf(svg))
        for (const [x, y] of corners) expect(x >= -1 && x <= 361 && y >= -1 && y <= 151, text).toBe(true);
    },
  );

  test('columns are as high as their values, from zero on', () => {
    const bars = [
      ...drawChart(chart({ series: [{ values: [10, 20, 40, 0] }] }), 'c').matchAll(
        /<rect [^>]*height="([\d.]+)" fill="var\(--bar\)"/g,
      ),
    ];
    const [a, b, c] = bars.map(([, height]) => Number(height));
    expect((b ?? 0) / (a ?? 1)).toBeCloseTo(2, 1);
    expect((c ?? 0) / (a ?? 1)).toBeCloseTo(4, 1);
  });

  test('says every value in words', () => {
    expect(chartWords(chart({}))).toBe(
      'Permits, records a quarter. 2026 Q1: 0; 2026 Q2: 12; 2026 Q3: none; 2026 Q4: 7.',
    );
  });

  test('steps are 1, 2 or 5 times a power of ten', () => {
    expect([4, 7, 19, 90, 0.3].map(stepOf).map((step) => Number(step.toPrecision(1)))).toEqual([1, 2, 5, 50, 0.1]);
  });
});

describe('a timeline', () => {
  const events = (count: number): TimelineEvent[] =>
    Array.from({ length: count }, (_, index) => ({
      date:
        [`${2027 - index}`, `${2026 - index}-0${(index % 9) + 1}`, `${2026 - (index % 12)}-03-${10 + (index % 18)}`][
          index % 3
        ] ?? '2020',
      label: `Event <${index}> & its "name" that is long`,
      isRecord: index % 2 === 0,
    }));
  test.each([0, 1, 3, 12, 60])('of %i events has no text over text', (count) => {
    const svg = drawTimeline(events(count), '2026-11-21T12:00:00.000Z', 't');
    expect(textOverText(svg)).toEqual([]);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('sets the newest right, and what lies ahead behind the day of reading', () => {
    const at = (date: string) => {
      const svg = drawTimeline(
        [
          { date, label: 'a', isRecord: true },
          { date: '2020-01-01', label: 'b', isRecord: true },
        ],
        '2026-11-21T00:00:00.000Z',
        't',
      );
      const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="[\d.]+" r="3"/g)].map(([, x]) => Number(x));
      return { x: dots[0] ?? 0, ahead: svg.includes('>dates ahead<') };
    };
    expect(at('2025-01-01').x).toBeLessThan(at('2026-06-01').x);
    expect([at('2026-06-01').ahead, at('2027-06-01').ahead]).toEqual([false, true]);
  });
});
