import type { JobMoment, NewJob, NewJobItem } from '../../src/store/job-store.ts';

export const t0 = Date.parse('2026-03-01T12:00:00Z');
export const slug = 'svc-batch';

/** Both clocks so many milliseconds after the beginning. */
export const at = (ms = 0): JobMoment => ({ now: t0 + ms, lease: t0 + ms });

export const taker = (holder: string, leaseMs = 30_000) => ({ holder, leaseMs, slugs: [slug] });

/** A job with so many items, or with these. */
export function job(id: string, items: number | readonly NewJobItem[], more: Partial<NewJob> = {}): NewJob {
  return {
    id,
    purchaseId: `purchase of ${id}`,
    slug,
    document: '{"jobKind":"batch"}',
    receiptHash: 'receipt',
    concurrency: 2,
    sequential: false,
    stopsOnFailure: false,
    createdAt: t0,
    expiresAt: t0 + 86_400_000,
    items: typeof items === 'number' ? Array.from({ length: items }, (_, n) => ({ input: `{"n":${n + 1}}` })) : items,
    ...more,
  };
}
