import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import type { Credential } from '../../../src/payments/credential.ts';
import { solanaRail } from '../../../src/payments/rails/solana.ts';
import { associatedAccount, tokenProgram } from '../../../src/payments/rails/solana-transfer.ts';
import type { Offer } from '../../../src/payments/wire.ts';
import { solanaAsset, solanaNetwork } from '../../rail/solana-constants.ts';

const feePayer = Keypair.generate().publicKey;
const payer = Keypair.generate();
const seller = Keypair.generate().publicKey.toBase58();
const rail = solanaRail({
  network: solanaNetwork,
  asset: solanaAsset,
  payTo: seller,
  rpcUrl: 'http://127.0.0.1:9',
  rpcTimeoutMs: 100,
});
const offer = {
  scheme: 'exact',
  network: solanaNetwork,
  asset: solanaAsset,
  payTo: seller,
  amount: '10000',
  maxTimeoutSeconds: 60,
  extra: { feePayer: feePayer.toBase58() },
} as Offer;

const at = (owner: string) => associatedAccount(owner, solanaAsset, tokenProgram);
const account = (pubkey: PublicKey, isSigner = false) => ({ pubkey, isSigner, isWritable: true });
const instruction = (programId: PublicKey | string, data: number[], keys: ReturnType<typeof account>[] = []) =>
  new TransactionInstruction({ programId: new PublicKey(programId), data: Buffer.from(data), keys });

function transfer(amount = 10_000n, to = seller, program = tokenProgram) {
  const data = Buffer.alloc(10);
  data[0] = 12;
  data.writeBigUInt64LE(amount, 1);
  data[9] = 6;
  const from = at(payer.publicKey.toBase58());
  const destination = associatedAccount(to, solanaAsset, program);
  const keys = [from, new PublicKey(solanaAsset), destination].map((key) => account(key));
  return instruction(program, [...data], [...keys, account(payer.publicKey, true)]);
}
const budget = [
  ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
];
const memo = instruction('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [97, 98]);
const lighthouse = instruction('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', [9, 0, 1]);
const squads = instruction('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf', [1, 2, 3]);

async function check(...instructions: TransactionInstruction[]) {
  const message = new TransactionMessage({
    payerKey: feePayer,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions,
  }).compileToV0Message();
  const transaction = new VersionedTransaction(message);
  if (
    message.staticAccountKeys.slice(0, message.header.numRequiredSignatures).some((key) => key.equals(payer.publicKey))
  )
    transaction.sign([payer]);
  const payload = { transaction: Buffer.from(transaction.serialize()).toString('base64') };
  return rail.read({ payload } as unknown as Credential)?.precheck(offer);
}

describe('the instructions of a payment on Solana', () => {
  test.each([
    ['what the published client writes', [...budget, transfer(), memo]],
    ['what Phantom adds to it', [...budget, transfer(), lighthouse, lighthouse, memo]],
    ['a transfer alone', [transfer()]],
  ])('%s: good', async (_, instructions) => {
    expect(await check(...instructions)).toEqual({ kind: 'good' });
  });

  test("a wallet program's own instruction is for the facilitator to simulate", async () => {
    expect(await check(...budget, squads)).toEqual({ kind: 'undecided' });
  });

  const token = tokenProgram.toBase58();
  test.each<[string, TransactionInstruction]>([
    [
      'lamports out of the fee payer',
      SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: payer.publicKey, lamports: 1 }),
    ],
    [
      'an account opened at its cost',
      instruction('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', [], [account(feePayer, true)]),
    ],
    ['a token account closed', instruction(token, [9], [account(at(seller)), account(feePayer)])],
    ['a plain Transfer', instruction(token, [3, 1, 0, 0, 0, 0, 0, 0, 0], [account(at(seller))])],
    ['an approval', instruction(token, [4, 1, 0, 0, 0, 0, 0, 0, 0], [account(at(seller))])],
    ['an unknown program', instruction(Keypair.generate().publicKey, [1])],
    ['another compute budget instruction', ComputeBudgetProgram.requestHeapFrame({ bytes: 32_768 })],
    ['a second unit price', ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 9_000_000 })],
    ['the first version of Memo', instruction('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', [97])],
    ['a second transfer', transfer(1n)],
    [
      'a second transfer of the other token program',
      transfer(1n, seller, new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')),
    ],
    ["a wallet program's instruction", squads],
  ])('a payment with %s: refused', async (_, extra) => {
    expect(await check(...budget, transfer(), extra)).toMatchObject({ kind: 'refused', code: 'invalid_payload' });
    expect(await check(extra, ...budget, transfer())).toMatchObject({ kind: 'refused', code: 'invalid_payload' });
  });

  test('no transfer at all: refused', async () => {
    expect(await check(...budget, memo)).toMatchObject({ kind: 'refused', code: 'invalid_payload' });
  });
});
