import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countQuarters, quartersBefore, statedCounts } from '../../../src/products/local-trend-brief/quarters.ts';
import { openService, type TestService } from '../../harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('quarters', () => {
  const quarters = quartersBefore(new Date('2026-11-21T12:00:00Z'), 8);

  test('are complete and end before the day', () => {
    expect(quarters.map(({ name }) => name)).toEqual([
      '2024-Q4',
      '2025-Q1',
      '2025-Q2',
      '2025-Q3',
      '2025-Q4',
      '2026-Q1',
      '2026-Q2',
      '2026-Q3',
    ]);
    expect(quarters[0]).toEqual({ name: '2024-Q4', from: '2024-10-01', to: '2024-12-31' });
    expect(quartersBefore(new Date('2026-01-01T00:00:00Z'), 1)).toEqual([
      { name: '2025-Q4', from: '2025-10-01', to: '2025-12-31' },
    ]);
  });

  test('are suppressed below three and left out before the first and after the last record', () => {
    const days = ['2025-04-01', '2025-06-30', '2025-05-05', '2025-07-01', '2025-09-30T23:00:00Z', '2026-02-02'];
    const counted = countQuarters(days, quarters);
    expect(counted.map(({ name, records }) => [name, records])).toEqual([
      ['2025-Q2', 3],
      ['2025-Q3', 'fewer than 3'],
      ['2025-Q4', 'fewer than 3'],
      ['2026-Q1', 'fewer than 3'],
    ]);
    expect(statedCounts(counted)).toBe(1);
    expect(countQuarters([], quarters)).toEqual([]);
  });
});
