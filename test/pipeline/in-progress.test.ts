import { expect, it } from 'vitest';
import { inProgress } from '../../src/pipeline/paid-money.ts';

const retryAfter = (leaseUntil: number, now: number) => inProgress(leaseUntil, now).retryAfterSeconds;

it('a purchase under way says when its lease ends, and never longer than a lease where the clocks differ', () => {
  expect(retryAfter(12_000, 10_000)).toBe(2);
  expect(retryAfter(600_000, 10_000)).toBe(4);
  expect(retryAfter(0, 10_000)).toBe(1);
});
