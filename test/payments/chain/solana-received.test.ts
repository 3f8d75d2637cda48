import {
  type Connection,
  Keypair,
  PublicKey,
  TransactionMessage,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { expect, test } from 'vitest';
import { SolanaChain } from '../../../src/payments/chain/solana.ts';
import { solanaPaymentId } from '../../../src/payments/rails/identity.ts';
import { tokenProgram } from '../../../src/payments/rails/solana-transfer.ts';
import { search } from '../../../src/payments/reconcile/search.ts';
import { solanaAsset, solanaNetwork } from '../../rail/solana-constants.ts';

const payTo = Keypair.fromSeed(new Uint8Array(32).fill(7)).publicKey.toBase58();
const payer = Keypair.fromSeed(new Uint8Array(32).fill(8));

/** A message that differs by its block hash alone. */
const message = (n: number): VersionedMessage =>
  new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: new PublicKey(
      new Uint8Array(32)
        .fill(1)
        .fill(n % 256, 0, 1)
        .fill(n >> 8, 1, 2),
    ).toBase58(),
    instructions: [],
  }).compileToV0Message();

const balances = (...[own, ours]: readonly [number, number]) =>
  [
    [payer.publicKey.toBase58(), own],
    [payTo, ours],
  ].map(([owner, amount], accountIndex) => ({
    ...{ accountIndex, mint: solanaAsset, owner },
    uiTokenAmount: { amount: String(amount), decimals: 6, uiAmountString: String(Number(amount) / 1e6) },
  }));

/** Transactions of the receiving account, one a second, the newest at second `count`. */
function nodeOf(
  count: number,
  { now = 1e6, oldest = 0, genesis = solanaNetwork.slice(7), failed = -1, lost = -1, undated = -1 } = {},
) {
  const queried = { pages: 0, transactions: 0 };
  const node = {
    getGenesisHash: async () => `${genesis}xyz`,
    getSlot: async () => 900,
    getFirstAvailableBlock: async () => (oldest === 0 ? 0 : 5),
    getBlockTime: async (slot: number) => (slot === 5 ? oldest : now),
    getAccountInfo: async () => ({ owner: tokenProgram }),
    getSignaturesForAddress: async (_: PublicKey, { limit, before }: { limit: number; before?: string }) => {
      queried.pages += 1;
      const newest = before ? Number(before) - 1 : count;
      return Array.from({ length: Math.min(limit, newest) }, (_, index) => {
        const n = newest - index;
        return { signature: String(n), blockTime: n, err: n === failed ? { any: 'fault' } : null };
      });
    },
    getTransaction: async (signature: string) => {
      queried.transactions += 1;
      if (Number(signature) === lost) return null;
      return {
        blockTime: Number(signature) === undated ? null : Number(signature),
        meta: { err: null, preTokenBalances: balances(20_000, 0), postTokenBalances: balances(10_000, 10_000) },
        transaction: { message: new VersionedTransaction(message(Number(signature))).message },
      };
    },
  };
  return { chain: new SolanaChain(solanaNetwork, node as unknown as Connection), queried };
}

const wanted = (n: number, since: number, until: number) => ({
  id: solanaPaymentId(solanaNetwork, message(n).serialize()),
  ...{ asset: solanaAsset, payTo, amount: 10_000n, since, until },
});
const words = async ({ chain }: ReturnType<typeof nodeOf>, list: readonly ReturnType<typeof wanted>[]) => {
  const found = await search(chain, list);
  return list.map(({ id }) => found.get(id));
};

test('older payments are found page by page; only transactions of the period are requested', async () => {
  const node = nodeOf(9000);
  const [found, none] = await words(node, [wanted(1500, 1400, 1600), wanted(9999, 1400, 1600)]);
  expect(found).toEqual({ kind: 'landed', transaction: '1500', at: 1_500_000, payer: payer.publicKey.toBase58() });
  expect(none).toEqual({ kind: 'absent' });
  expect(node.queried.pages).toBe(8);
  // the period and the hour after it
  expect(node.queried.transactions).toBe(1600 + 3600 - 1400);
}, 60_000);

test('a transaction that failed moved nothing', async () => {
  expect(await words(nodeOf(100, { failed: 50 }), [wanted(50, 10, 60)])).toEqual([{ kind: 'absent' }]);
});

test('what a node does not know is no proof', async () => {
  const one = [wanted(999, 10, 60)];
  const why = async (node: ReturnType<typeof nodeOf>) => (await words(node, one)).map((word) => word?.kind);
  expect(await why(nodeOf(100))).toEqual(['absent']);
  expect(await why(nodeOf(100, { genesis: 'another' }))).toEqual(['no_answer']);
  expect(await why(nodeOf(100, { now: 60 }))).toEqual(['no_answer']);
  expect(await why(nodeOf(100, { oldest: 10 }))).toEqual(['no_answer']);
  expect(await why(nodeOf(100, { lost: 30 }))).toEqual(['no_answer']);
  expect(await why(nodeOf(100, { undated: 50 }))).toEqual(['no_answer']);
});

test('what a node no longer has leaves the payments of that time open and no others', async () => {
  const list = [wanted(20, 10, 30), wanted(50, 40, 60), wanted(999, 40, 60)];
  const kinds = async (node: ReturnType<typeof nodeOf>) => (await words(node, list)).map((word) => word?.kind);
  expect(await kinds(nodeOf(100, { oldest: 35, lost: 20 }))).toEqual(['no_answer', 'landed', 'absent']);
  expect(await kinds(nodeOf(100, { lost: 20 }))).toEqual(['no_answer', 'landed', 'absent']);
});
