import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soldTools } from '../../src/catalog/views/entry.ts';
import { workOf } from '../../src/pipeline/paid-work.ts';
import type { RowScope } from '../../src/rules/cited-row.ts';
import { utilityCredits } from '../../src/rules/program-tables.ts';
import { openService, type TestService } from '../harness.ts';
import { withRowsAdded } from './more-rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

/** Whether an unpaid call of a promoted route is challenged, and what its diagnostic says where it is not. */
async function offered(slug: string, given: Readonly<Record<string, unknown>>) {
  const { pipeline, registry } = service.service;
  const tool = soldTools(registry).find((one) => one.slug === slug);
  if (!tool) throw new Error(slug);
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const covered = await workOf({ free: pipeline }, tool, given, options).cover();
  return covered.kind === 'covered' ? 'sold' : String(covered.body.message);
}

describe('rows of a rule table are sold', () => {
  test.each([
    ['svc-utility-credits', 'Chicago, IL'],
    ['svc-mitigation-incentives', 'Miami, FL'],
    ['svc-fraud-alert-pointer', 'Duval County, FL'],
    ['svc-owner-programs', 'Boise, ID'],
    ['svc-program-windows', 'Boise, ID'],
  ])('%s at %s, where the place or its state has one', async (slug, place) => {
    expect(await offered(slug, { place })).toBe('sold');
  });

  test.each([
    ['svc-utility-credits', 'Boise, ID'],
    ['svc-mitigation-incentives', 'Boise, ID'],
    ['svc-fraud-alert-pointer', 'Boise, ID'],
    ['svc-owner-programs', 'Guam'],
    ['svc-program-windows', 'Wyoming'],
    // one city of the state has a row
    ['svc-utility-credits', 'Texas'],
  ])('%s at %s not, where it has none', async (slug, place) => {
    expect(await offered(slug, { place })).toMatch(/Free when no matching row/);
  });

  test('not where the only row speaks for the whole country', async () => {
    const [some] = utilityCredits.rows;
    if (!some) throw new Error('the table is empty');
    const scope: RowScope = { name: 'United States' };
    await withRowsAdded(utilityCredits, [{ ...some, scope }], async () => {
      const answer = await service.call('svc_utility_credits', { place: 'Boise, ID' });
      expect([answer.state, answer.facts]).toMatchObject(['found', { credits: [{ nationwide: true }] }]);
      expect(await offered('svc-utility-credits', { place: 'Boise, ID' })).toMatch(/^Not charged/);
      expect(await offered('svc-utility-credits', { place: 'Chicago, IL' })).toBe('sold');
    });
  });
});

describe('an appeal window is sold', () => {
  test.each([
    [{ state: 'GA', noticeDate: '2026-05-29' }, 'sold'],
    [{ state: 'ID' }, 'sold'],
    [{ state: 'FL', noticeDate: '2026-08-20' }, 'sold'],
    // counted from a notice that is not dated
    [{ state: 'FL' }, expect.stringMatching(/notice date that is not given/)],
    // each city and township publishes its days
    [{ state: 'MI' }, expect.stringMatching(/set by each place/)],
  ])('%o with a day', async (given, said) => {
    expect(await offered('svc-appeal-window', given)).toEqual(said);
  });
});
