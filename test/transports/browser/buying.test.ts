import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { openService } from '../../harness.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { browser, openPage, type Page } from './browser.ts';

const body = JSON.stringify({ address: samplePlaces.raleigh.address });

/** A browser has the real day: on another one it would sign payments that have run out. */
const isShifted = process.env.TEST_CLOCK_OFFSET_MS !== undefined;

describe.skipIf(!browser || isShifted)('a web page of another origin buys, in a browser', () => {
  let page: Page;
  let rail: Rail;
  beforeAll(async () => {
    [page, rail] = await Promise.all([openPage(browser ?? '', 'buying.ts'), startRail()]);
  }, 60_000);
  afterAll(async () => {
    await page?.close();
    await rail?.close();
  });

  async function visited(origins: string): Promise<Record<string, string>> {
    const { key } = await rail.evm.buyer();
    const settings = { ...rail.settings, SVC_ALLOWED_ORIGINS: origins };
    const { service, close } = await openService({ settings });
    const server = await startHttp(service, { port: 0 });
    try {
      return await page.visit(server.url, { key, body });
    } finally {
      await server.stop();
      await close().catch(() => undefined);
    }
  }

  test('with the published client, and reads its receipt, its copies and its purchases', async () => {
    expect(await visited(page.origin)).toEqual({
      terms: '402 payment-required x-request-id',
      bought: '200 payment-response link x-request-id',
      'ordered twice': '409 order_already_paid',
      'signs in': '401 www-authenticate',
      'by a signature': '200',
      purchases: '200 svc-flood-zone',
    });
  }, 120_000);

  test('not where its origin is not allowed', async () => {
    const outcomes = await visited('https://agent.example');
    for (const name of ['terms', 'bought', 'ordered twice'])
      expect([name, outcomes[name]]).toEqual([name, expect.stringMatching(/^refused: TypeError: Failed to fetch/)]);
    // reads are open to every page, and show nothing without a proof
    expect([outcomes['signs in'], outcomes['by a signature']]).toEqual(['401 www-authenticate', '200']);
  }, 120_000);
});
