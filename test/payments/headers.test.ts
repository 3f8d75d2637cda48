import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { maxHeaderBytes } from '../../src/payments/extensions.ts';
import { type ChallengeOptions, Payments } from '../../src/payments/payments.ts';
import { encodeHeader, refusal } from '../../src/payments/wire.ts';
import { type SoldTool, saleTerms } from '../../src/pipeline/paid-terms.ts';
import { chainNow } from '../clock.ts';
import { evmNetwork } from '../rail/evm-constants.ts';
import { startFacilitator, type TestFacilitator } from '../rail/facilitator.ts';
import { railSettings } from '../rail/settings.ts';
import { solanaNetwork } from '../rail/solana-constants.ts';

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const kind = (network: string, extra?: object) => ({
  network,
  scheme: { scheme: 'exact', caipFamily: '*', getExtra: () => extra, getSigners: () => [] },
});
const payTo = '0x000000000000000000000000000000000000bEEF';
const solanaPayTo = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW';
const sold = shippedRegistry().paid as readonly SoldTool[];
// an address as long as a host of an operator is likely to be
const base = 'https://place-records.api.some-city-agency.example.org';

let facilitator: TestFacilitator;
beforeAll(async () => {
  facilitator = await startFacilitator([kind(evmNetwork), kind(solanaNetwork, { feePayer: solanaPayTo })]);
});
afterAll(() => facilitator.close());

interface Found {
  readonly slug: string;
  readonly bytes: number;
  readonly metadata: boolean;
  readonly signed: boolean;
}

async function headers(options: ChallengeOptions, signingKey?: string): Promise<Found[]> {
  const rpcUrl = 'http://127.0.0.1:9';
  const chains = { evm: { payTo, rpcUrl }, solana: { payTo: solanaPayTo, rpcUrl } };
  const settings = { ...railSettings({ facilitatorUrl: facilitator.url, ...chains }), signingKey };
  const payments = new Payments(settings, log, chainNow);
  return Promise.all(
    sold.map(async (tool) => {
      const terms = saleTerms(tool);
      const offers = await payments.offers(terms);
      expect(offers).toHaveLength(terms.rails.length);
      const challenge = await payments.challenge(terms, offers, `${base}/api/${tool.slug}`, options);
      const { bazaar, 'offer-receipt': signed } = challenge.extensions ?? {};
      const bytes = encodeHeader(challenge).length;
      return { slug: tool.slug, bytes, metadata: bazaar !== undefined, signed: signed !== undefined };
    }),
  );
}

const key = `0x${'17'.repeat(32)}`;
const refused = { ...refusal('no_matching_requirements', 'x'.repeat(160)), payer: payTo };

describe('the PAYMENT-REQUIRED header of every paid route', () => {
  test.each<[string, ChallengeOptions, string | undefined, Partial<Found>]>([
    ['of a call', { transport: 'rest' }, undefined, { metadata: true, signed: false }],
    ['of a call, with signed offers', { transport: 'rest' }, key, { signed: true }],
    ['of a refused payment', { transport: 'rest', refused }, key, { metadata: false, signed: false }],
    ['of terms without a call', { transport: 'rest', discovery: true }, key, { metadata: true, signed: false }],
    ['over MCP', { transport: 'mcp' }, undefined, { metadata: false, signed: false }],
    ['over A2A, with signed offers', { transport: 'a2a' }, key, { metadata: false, signed: true }],
  ])('%s leaves room for the other headers in a buffer of 4,096 bytes', async (_, options, signingKey, carried) => {
    const found = await headers(options, signingKey);
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter(({ bytes }) => bytes > maxHeaderBytes)).toEqual([]);
    // the handoff of a flyer, in its example, leaves no room for what describes the call
    for (const one of found)
      expect(one).toMatchObject(one.slug === 'svc-property-flyer' ? { ...carried, metadata: false } : carried);
  });
});
