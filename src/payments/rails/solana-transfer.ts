import { createPublicKey, verify } from 'node:crypto';
import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import { instructionFault, kindOf } from './solana-instructions.ts';

export const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const associatedTokenProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** What a partially signed exact-payment transaction says about itself. Accounts in base58. */
export interface ParsedTransfer {
  readonly message: Uint8Array;
  readonly feePayer: string;
  /** Why its instructions are not those of a payment. */
  readonly fault: string | undefined;
  /**
   * Undefined where no plain TransferChecked is at the top level (smart wallets transfer inside their own program),
   * or where its accounts stand in a look-up table.
   */
  readonly transfer:
    | {
        readonly source: string;
        readonly mint: string;
        readonly destination: string;
        readonly amount: bigint;
        readonly program: PublicKey;
      }
    | undefined;
  /** Signer that pays. */
  readonly payer: string;
  readonly payerSigned: boolean;
}

/** Reads a base64 transaction; undefined where it is none. */
export function parseTransfer(base64: string): ParsedTransfer | undefined {
  try {
    const { message, signatures } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
    const keys = message.staticAccountKeys;
    const instructions = message.compiledInstructions.map((one) => {
      const program = keys[one.programIdIndex];
      return { ...one, program, kind: kindOf(program?.toBase58(), one) };
    });
    const [transfer] = instructions.flatMap(({ kind, program, accountKeyIndexes, data }) => {
      const [source, mint, destination, authority] = accountKeyIndexes.map((index) => keys[index]?.toBase58());
      if (kind !== 'transfer' || !program || !source || !mint || !destination || !authority) return [];
      return [{ program, source, mint, destination, authority, amount: Buffer.from(data).readBigUInt64LE(1) }];
    });
    const signers = keys.slice(0, message.header.numRequiredSignatures);
    const otherSigner = signers.length > 1 ? 1 : 0;
    const payerIndex = transfer ? signers.findIndex((one) => one.toBase58() === transfer.authority) : otherSigner;
    const [feePayer, payer, signature] = [signers[0], signers[payerIndex], signatures[payerIndex]];
    if (!feePayer || !payer || !signature) return undefined;
    const bytes = message.serialize();
    return {
      ...{ message: bytes, transfer, feePayer: feePayer.toBase58(), payer: payer.toBase58() },
      fault: instructionFault(instructions.map(({ kind }) => kind)),
      payerSigned: isSigned(payer, bytes, signature),
    };
  } catch {
    return undefined;
  }
}

/** The token account of an owner that a payment goes to. */
export function associatedAccount(owner: string, mint: string, program: PublicKey): PublicKey {
  const seeds = [new PublicKey(owner).toBuffer(), program.toBuffer(), new PublicKey(mint).toBuffer()];
  return PublicKey.findProgramAddressSync(seeds, associatedTokenProgram)[0];
}

function isSigned(signer: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(signer.toBytes()).toString('base64url') };
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature);
}
