import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCredential } from '../../../src/payments/credential.ts';
import { offerOn, type Rail, type RailPayment } from '../../../src/payments/rails/rail.ts';
import { solanaRail } from '../../../src/payments/rails/solana.ts';
import type { Offer } from '../../../src/payments/wire.ts';
import { chainNow } from '../../clock.ts';
import { sign, solanaClient } from '../../rail/buyer.ts';
import { startSolanaRail, type SolanaRail as TestChain } from '../../rail/solana.ts';
import { solanaAsset, solanaNetwork } from '../../rail/solana-constants.ts';

let chain: TestChain;
let rail: Rail;
let offer: Offer;
beforeAll(async () => {
  chain = await startSolanaRail();
  const { payTo, rpcUrl } = chain;
  rail = solanaRail({ network: solanaNetwork, asset: solanaAsset, payTo, rpcUrl, rpcTimeoutMs: 2_000 });
  const extra = chain.scheme.getExtra(solanaNetwork);
  const kinds = [{ x402Version: 2, scheme: 'exact', network: solanaNetwork, extra }];
  const made = offerOn(rail, { amount: '10000', maxTimeoutSeconds: 60 }, { kinds, signers: {} });
  if (!made) throw new Error('no offer');
  offer = made;
});
afterAll(() => chain.close());

async function payment(): Promise<{ read: RailPayment; settle(): Promise<string> }> {
  const { signer } = await chain.buyer();
  const challenge = { x402Version: 2, resource: { url: 'http://localhost/api/x' }, accepts: [offer] };
  const signed = await sign(solanaClient(signer, chain.rpcUrl), challenge as never);
  const credential = readCredential(signed);
  if ('kind' in credential) throw new Error(credential.detail);
  const settle = async () => (await chain.scheme.settle(signed as never, offer as never)).transaction;
  const read = rail.read(credential);
  if (!read) throw new Error('no payment of this network');
  return { read, settle };
}
const times = () => ({ since: chainNow() - 60_000 });

test('landed with its transaction and the time of its block', async () => {
  const { read, settle } = await payment();
  expect(await read.ask(offer, times())).toEqual({ kind: 'absent', final: false });
  const before = Math.floor(chainNow() / 1000) * 1000;
  const transaction = await settle();
  const found = await read.ask(offer, times());
  expect(found).toEqual({ kind: 'landed', transaction, at: expect.any(Number) });
  const { at } = found as { at: number };
  expect(at % 1000).toBe(0);
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(chainNow());
});

/** Requests of one look-up, by method. */
async function requestsOf(look: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = { ...chain.requests };
  await look();
  const made = Object.entries(chain.requests).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(made.filter(([, count]) => count > 0));
}

test('the requests of a look-up do not grow with what others buy', async () => {
  const early = await payment();
  const unsent = await payment();
  await early.settle();
  const ask = (one: typeof early) => () => one.read.ask(offer, times());
  const landed = await requestsOf(ask(early));
  const absent = await requestsOf(ask(unsent));
  expect(landed).toEqual({ getSignaturesForAddress: 1, getTransaction: 1 });
  expect(absent).toEqual({ getSignaturesForAddress: 1, isBlockhashValid: 1 });
  for (let n = 0; n < 210; n++) await (await payment()).settle();
  expect(await requestsOf(ask(early))).toEqual(landed);
  expect(await requestsOf(ask(unsent))).toEqual(absent);
  expect(await ask(early)()).toMatchObject({ kind: 'landed' });
}, 60_000);

test('the transaction that the facilitator named is looked at first, and believed only where it is this payment', async () => {
  const [own, other] = [await payment(), await payment()];
  const [transaction, another] = [await own.settle(), await other.settle()];
  const ask = (named: string) => () => own.read.ask(offer, { ...times(), transaction: named });
  expect(await requestsOf(ask(transaction))).toEqual({ getTransaction: 1 });
  expect(await ask(another)()).toMatchObject({ kind: 'landed', transaction });
});
