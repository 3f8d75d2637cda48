import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief, type ReadBrief } from './brief-parts.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (slug: string, given: object, at: TestService = service) => askBrief(at, slug, given);

const cellsOf = (sold: ReadBrief, id: string) =>
  sold.sections.find((section) => section.id === id)?.tables?.[0]?.rows.map(({ cells }) => cells) ?? [];

describe('svc-local-trend-brief', () => {
  test('tells every count of permits, and of incidents none of 1 or 2', async () => {
    const { sold } = await ask('svc-local-trend-brief', { address: samplePlaces.raleigh.address });
    const incidents = cellsOf(sold, 'trend_raleigh_nibrs');
    expect(incidents.map(([quarter]) => quarter)).not.toContain('2026-Q4');
    expect(incidents.map(([, records]) => records)).not.toContain(1);
    expect(incidents.map(([, records]) => records)).not.toContain(2);
    expect(incidents).toContainEqual(['2025-Q4', 5, '2025-10-01', '2025-12-31']);
    const permits = cellsOf(sold, 'trend_raleigh_permits');
    expect(permits.length).toBeGreaterThan(1);
    for (const [quarter, records] of permits) expect(typeof records, String(quarter)).toBe('number');
  });

  test('gives a course for a chart that says what its sections say', async () => {
    const { sold } = await ask('svc-local-trend-brief', { address: samplePlaces.raleigh.address });
    expect(sold.series?.map(({ id }) => id)).toEqual(sold.sections.map(({ id }) => id));
    for (const { id, quarters } of sold.series ?? []) {
      const told = quarters.map(({ quarter, count, withheld }) => [quarter, count ?? withheld]);
      expect(told).toEqual(cellsOf(sold, id).map(([quarter, records]) => [quarter, records]));
    }
  });

  test('takes a radius up to 1000 m', () => {
    const tool = service.service.registry.paidTool('svc-local-trend-brief');
    const { address } = samplePlaces.raleigh;
    expect(tool?.input.safeParse({ address, radiusMeters: 1000 }).success).toBe(true);
    expect(tool?.input.safeParse({ address, radiusMeters: 1001 }).error?.issues[0]?.path).toEqual(['radiusMeters']);
  });
});
