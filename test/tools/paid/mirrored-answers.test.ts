import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { stringsOf, uncitedLeaves, verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askMirrored, chargeOf, withService } from './mirrored.ts';

const slugs = ['svc-pfas-occurrence', 'svc-nei-emissions-nearby', 'svc-workplace-employment-context'] as const;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object, at: TestService = service) => askMirrored(at, slug, given);

describe.each(slugs)('%s', (slug) => {
  const example = () => (service.service.registry.paidTool(slug) as PaidTool).examples[0]?.arguments ?? {};

  test('is sold over REST alone, with every fact cited and nothing of people', async () => {
    const tool = service.service.registry.paidTool(slug) as PaidTool;
    expect([tool.kind, tool.paid.restOnly, tool.paid.priceUsdc]).toEqual(['atomic', true, '0.01']);
    const body = await call(slug, example());
    expect([body.charged, body.state]).toEqual([true, 'found']);
    expect(uncitedLeaves(body)).toEqual([]);
    expect(verdicts(body)).toEqual([]);
    expect([...stringsOf(body)].join(' ')).not.toMatch(/planted|555-0199/i);
    expect(JSON.stringify(body).length).toBeLessThan(12_000);
  });

  test('is free where the mirror holds nothing, and names what to load', () =>
    withService(
      async (own) => {
        const body = await call(slug, example(), own);
        expect([body.charged, body.state]).toEqual([false, 'unavailable']);
        expect(body.message).toMatch(/^Not charged: .*could not be read/);
        expect(body.searched.some(({ reason }) => reason?.includes('mirror sync'))).toBe(true);
        expect('facts' in body).toBe(false);
      },
      { mirrors: false },
    ));

  test('is free where the place is not known', async () => {
    expect(chargeOf(await call(slug, { address: 'nowhere in particular' }))).toEqual([false, 'unresolved']);
  });
});
