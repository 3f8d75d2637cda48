import { createPublicKey, verify } from 'node:crypto';
import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import { instructionFault, kindOf } from './solana-instructions.ts';

export const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const associatedTokenProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** What a partially signed exact-payment transaction says about itself. */
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
        readonly authority: string;
        readonly amount: bigint;
        readonly program: PublicKey;
      }
    | undefined;
  /** Signer that pays, and its signature (base58 of 64 bytes is not needed: raw). */
  readonly payer: string;
  readonly payerSignature: Uint8Array;
  readonly payerSigned: boolean;
}

/** Reads a base64 transaction; undefined where it is none. */
export function parseTransfer(base64: string): ParsedTransfer | undefined {
  try {
    const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
    const { message } = transaction;
    const keys = message.staticAccountKeys;
    const key = (index: number) => keys[index];
    const kinds = message.compiledInstructions.map((one) => kindOf(key(one.programIdIndex)?.toBase58(), one));
    const transfers = message.compiledInstructions.flatMap((instruction, index) => {
      const program = key(instruction.programIdIndex);
      if (!program || kinds[index] !== 'transfer') return [];
      const [source, mint, destination, authority] = instruction.accountKeyIndexes.map(key);
      if (!source || !mint || !destination || !authority) return [];
      return [
        { program, source, mint, destination, authority, amount: Buffer.from(instruction.data).readBigUInt64LE(1) },
      ];
    });
    const [first] = transfers;
    const signers = keys.slice(0, message.header.numRequiredSignatures);
    const feePayer = signers[0];
    const payerIndex = first
      ? signers.findIndex((signer) => signer.equals(first.authority))
      : signers.length > 1
        ? 1
        : 0;
    const payer = signers[payerIndex];
    const payerSignature = transaction.signatures[payerIndex];
    if (!feePayer || !payer || !payerSignature) return undefined;
    const bytes = message.serialize();
    return {
      message: bytes,
      feePayer: feePayer.toBase58(),
      fault: instructionFault(kinds),
      transfer: first && {
        source: first.source.toBase58(),
        mint: first.mint.toBase58(),
        destination: first.destination.toBase58(),
        authority: first.authority.toBase58(),
        amount: first.amount,
        program: first.program,
      },
      payer: payer.toBase58(),
      payerSignature,
      payerSigned: signed(payer, bytes, payerSignature),
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

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

function signed(signer: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, signer.toBuffer()]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}
