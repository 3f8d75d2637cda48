import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countQuarters, quartersBefore, toldCounts } from '../../../src/products/local-trend-brief/quarters.ts';
import { stringsOf } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const verdict =
  /\b(safe|unsafe|risky|best|worst|scores?|grades?|recommend\w*|crime rate|rising|falling|improving|declining|should sign|will (?:rise|fall))\b/i;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

interface Sold {
  readonly message?: string;
  readonly sections: readonly {
    readonly id: string;
    readonly tables?: readonly { readonly rows: readonly { readonly cells: readonly unknown[] }[] }[];
  }[];
  readonly coverage: readonly { readonly id: string; readonly status: string; readonly reason?: string }[];
  readonly componentReadiness?: Record<string, string>;
  readonly componentReadinessDetail?: Record<string, string>;
  readonly suggestedAlternative?: { readonly tools: readonly string[] };
}
const ask = async (slug: string, given: object, at: TestHouse = house) => {
  const { charged, body } = await askPaid(at, slug, given);
  return { charged, body, sold: body as unknown as Sold, message: String(body.message ?? '') };
};

async function whileFailing<T>(fails: (cardId: string) => boolean, run: (at: TestHouse) => Promise<T>): Promise<T> {
  const own = await openHouse({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.world.setFault(({ cardId = '' }) => fails(cardId), 'http500');
    return await run(own);
  } finally {
    await own.close();
  }
}
const cellsOf = (sold: Sold, id: string) =>
  sold.sections.find((section) => section.id === id)?.tables?.[0]?.rows.map(({ cells }) => cells) ?? [];

describe.each(['svc-local-trend-brief', 'svc-before-you-sign'])('%s', (slug) => {
  const at = (place: keyof typeof samplePlaces) => ({ address: samplePlaces[place].address });

  test('is sold at its example, without forecast, people or verdict', async () => {
    const { charged, sold } = await ask(slug, house.house.registry.paidTool(slug)?.examples[0]?.arguments ?? {});
    expect(charged, sold.message).toBe(true);
    expect(sold.sections.map(({ id }) => id)).toContain('trend_raleigh_nibrs');
    for (const text of stringsOf(sold)) if (!/^https?:/.test(text)) expect(text).not.toMatch(verdict);
    expect(JSON.stringify(sold)).not.toMatch(/planted|555-0199|P2500|W HARGETT ST BLOCK/);
  });

  test('is free where the sources fail', async () => {
    const { charged, message, sold } = await whileFailing(
      (cardId) => cardId !== 'census-geocoder',
      (own) => ask(slug, at('raleigh'), own),
    );
    expect([charged, message]).toEqual([false, expect.stringMatching(/^Not charged: /)]);
    expect(sold.coverage.some(({ status, reason }) => status === 'unavailable' && reason)).toBe(true);
  });

  test('is free where the one register with enough records fails', async () => {
    const { charged } = await whileFailing(
      (cardId) => cardId === 'raleigh-nibrs',
      (own) => ask(slug, at('raleigh'), own),
    );
    expect(charged).toBe(false);
  });

  test('is free with too few records, where nothing is wired and where the place is not known', async () => {
    const few = await ask(slug, at('chicago'));
    expect([few.charged, few.message]).toEqual([
      false,
      expect.stringMatching(/at least 2 complete quarters|trend \(weak\)/),
    ]);
    expect((await ask(slug, at('biloxi'))).charged).toBe(false);
    const unknown = await ask(slug, { address: 'nowhere in particular' });
    expect([unknown.charged, unknown.body.state]).toEqual([false, 'unresolved']);
  });
});

describe('svc-local-trend-brief', () => {
  test('counts complete quarters and tells none below three', async () => {
    const { sold } = await ask('svc-local-trend-brief', { address: samplePlaces.raleigh.address });
    const cells = cellsOf(sold, 'trend_raleigh_nibrs');
    expect(cells.map(([quarter]) => quarter)).not.toContain('2026-Q4');
    for (const [quarter, records] of cells) {
      expect(records === 'fewer than 3' || Number(records) >= 3, String(quarter)).toBe(true);
    }
    expect(cells).toContainEqual(['2025-Q4', 5, '2025-10-01', '2025-12-31']);
  });

  test('takes a radius up to 1000 m', () => {
    const tool = house.house.registry.paidTool('svc-local-trend-brief');
    const { address } = samplePlaces.raleigh;
    expect(tool?.input.safeParse({ address, radiusMeters: 1000 }).success).toBe(true);
    expect(tool?.input.safeParse({ address, radiusMeters: 1001 }).error?.issues[0]?.path).toEqual(['radiusMeters']);
  });
});

describe('svc-before-you-sign', () => {
  test('says of each part how ready it is, and which free tools answer instead', async () => {
    const { sold } = await ask('svc-before-you-sign', { address: samplePlaces.chicago.address });
    expect(sold.componentReadiness).toEqual({ trend: 'weak', parcel: 'ready', policy: 'ready' });
    expect(sold.componentReadinessDetail?.policy).toMatch(/zoning/);
    expect(sold.suggestedAlternative?.tools).toEqual(expect.arrayContaining(['svc_zoning', 'svc_parcel_lookup']));
    const none = await ask('svc-before-you-sign', { address: samplePlaces.biloxi.address });
    expect(none.sold.componentReadiness).toEqual({ trend: 'missing', parcel: 'missing', policy: 'missing' });
    expect(none.body.kind).toBe('coverage_diagnostic');
  });

  test.each([
    ['parcel', /parcel/],
    ['policy', /raleigh-(zoning|overlay)/],
  ])('is free where only %s is not ready', async (part, fails) => {
    const { charged, sold, message } = await whileFailing(
      (cardId) => fails.test(cardId),
      (own) => ask('svc-before-you-sign', { address: samplePlaces.raleigh.address }, own),
    );
    expect([charged, message]).toEqual([false, expect.stringMatching(new RegExp(`readiness: ${part} \\(`))]);
    expect(sold.componentReadiness?.trend).toBe('ready');
  });
});

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
    expect(toldCounts(counted)).toBe(1);
    expect(countQuarters([], quarters)).toEqual([]);
  });
});
