import { describe, expect, test } from 'vitest';
import { capacityFor, capacityPage, type LoadFigures } from '../scripts/capacity-page.ts';

const figures = (more: Readonly<Record<string, number>> = {}): LoadFigures => ({
  at: '2026-11-21T12:00:00Z',
  machine: { processors: 2, model: 'A processor', node: 'v20.20.2' },
  rows: Object.entries({
    'load: one server at 0.25 of a processor': 100,
    'load: memory of a server, most': 256,
    'load: evidence behind an answer': 2,
    'load: body of an answer': 4,
    'load: processors idle while two ran': 0.3,
    ...more,
  }).map(([name, value]) => ({ name, value })),
});

describe('what so many calls a day take', () => {
  test('a million: two servers, for no one runs one alone', () => {
    const found = capacityFor(1e6, figures());
    expect(found).toMatchObject({ servers: 2, connections: 32, serverMemoryGb: 0.5, databaseProcessors: 1 });
    expect(found.average).toBeCloseTo(11.574, 3);
    expect(found.peak).toBeCloseTo(34.722, 3);
    // half a million new rows of 2 kB a day for 30 days
    expect(found.evidenceGb).toBeCloseTo(28.6, 1);
    expect(found.egressGbPerDay).toBeCloseTo(3.81, 2);
  });

  test('a hundred million: 3,472 calls a second at the peak, 240 of them on each processor', () => {
    expect(capacityFor(1e8, figures())).toMatchObject({ servers: 15, connections: 240, serverMemoryGb: 3.75 });
    expect(capacityFor(1e8, figures({ 'load: one server at 0.25 of a processor': 50 })).servers).toBe(29);
  });

  test('dollars a month are what they are made of', () => {
    const { dollarsPerMonth, dollarsPerMillion } = capacityFor(1e6, figures());
    // 7 processors, 8.5 GB of memory, 28.6 GB kept, 114.4 GB sent
    expect(dollarsPerMonth).toBeCloseTo(7 * 25 + 8.5 * 3 + 28.61 * 0.12 + 114.44 * 0.05, 1);
    expect(dollarsPerMillion).toBeCloseTo(dollarsPerMonth / 30, 6);
  });

  test('a run on a machine that had other work says so', () => {
    expect(capacityPage(figures())).not.toContain('had other work');
    expect(capacityPage(figures({ 'load: processors idle while two ran': 0.01 }))).toContain('had other work');
  });

  test('a figure that the run does not have is named, not taken for zero', () => {
    const without = { ...figures(), rows: [] };
    expect(() => capacityPage(without)).toThrow('one server at 0.25 of a processor');
  });
});
