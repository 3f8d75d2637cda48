import { createPublicClient, http, type PublicClient } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EvmChain } from '../../../src/payments/chain/evm.ts';
import { chainNow } from '../../clock.ts';
import { signEvm } from '../../rail/buyer.ts';
import { type EvmRail, startEvmRail } from '../../rail/evm.ts';
import { evmAsset, evmNetwork } from '../../rail/evm-constants.ts';

let evm: EvmRail;
let client: PublicClient;
let chain: EvmChain;
beforeAll(async () => {
  evm = await startEvmRail();
  client = createPublicClient({ transport: http(evm.rpcUrl, { retryCount: 0 }) });
  chain = new EvmChain(evmNetwork, client);
});
afterAll(() => evm.close());

async function authorization(value = '10000') {
  const buyer = await evm.buyer();
  const offer = {
    scheme: 'exact',
    network: 'eip155:8453',
    asset: evmAsset,
    amount: value,
    payTo: evm.payTo,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  } as const;
  const payment = await signEvm(buyer.key, offer);
  const { nonce, validBefore } = (payment.payload as { authorization: { nonce: `0x${string}`; validBefore: string } })
    .authorization;
  const auth = {
    asset: evmAsset,
    from: buyer.address,
    to: evm.payTo,
    value: BigInt(value),
    nonce,
    validBefore: Number(validBefore),
    since: Math.floor(chainNow() / 1000),
  };
  return { auth, settle: () => evm.scheme.settle(payment as never, offer) };
}

test('unused: absent; certain only when it can no longer be used', async () => {
  const { auth } = await authorization();
  expect((await chain.find(auth)).found).toEqual({ kind: 'absent', final: false });
  expect((await chain.find({ ...auth, validBefore: 1 })).found).toEqual({ kind: 'absent', final: true });
});

test('used: landed with its transaction, through many later blocks', async () => {
  const { auth, settle } = await authorization();
  const settled = await settle();
  const { blockNumber } = await client.getTransactionReceipt({ hash: settled.transaction as `0x${string}` });
  const { timestamp } = await client.getBlock({ blockNumber });
  await evm.travel(40);
  for (let n = 0; n < 5; n++) await evm.buyer();
  expect((await chain.find(auth)).found).toEqual({
    ...{ kind: 'landed', transaction: settled.transaction, at: Number(timestamp) * 1000 },
  });
});

test('used for another amount or another recipient is not ours', async () => {
  const { auth, settle } = await authorization();
  await settle();
  expect((await chain.find({ ...auth, value: 99n })).found).toEqual({ kind: 'cancelled' });
  expect((await chain.find({ ...auth, to: evmAsset })).found).toEqual({ kind: 'cancelled' });
});

test('cancelled is reported from used', async () => {
  const { auth } = await authorization();
  await evm.cancel(auth.from, auth.nonce);
  expect((await chain.find(auth)).found).toEqual({ kind: 'cancelled' });
});
