import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { openService, type TestService } from '../../harness.ts';
import { askMirrored } from './mirrored.ts';

const slugs = ['svc-pfas-occurrence', 'svc-nei-emissions-nearby', 'svc-workplace-employment-context'] as const;

let empty: TestService;
beforeAll(async () => {
  empty = await openService({ mirrors: false });
});
afterAll(() => empty.close());

test.each(slugs)('%s is free where the mirror holds nothing, and names what to load', async (slug) => {
  const { examples } = empty.service.registry.paidTool(slug) as PaidTool;
  const body = await askMirrored(empty, slug, examples[0]?.arguments ?? {});
  expect([body.charged, body.state]).toEqual([false, 'unavailable']);
  expect(body.message).toMatch(/^Not charged: .*could not be read/);
  expect(body.searched.some(({ reason }) => reason?.includes('mirror sync'))).toBe(true);
  expect('facts' in body).toBe(false);
});
