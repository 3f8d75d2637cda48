import type { VersionedMessage } from '@solana/web3.js';

const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const computeBudget = 'ComputeBudget111111111111111111111111111111';
const setUnitLimit = 2;
const setUnitPrice = 3;
export const transferCheckedTag = 12;

/** Notes and guards that published clients and wallets add: Memo, and the assertions of Lighthouse (Phantom). */
const notePrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
];

/**
 * Wallets that transfer inside their own program, where only a simulation shows what moves: Squads (multisig, smart
 * account), Swig (both), SPL Governance, Metaplex Core. The list of the published facilitator (@x402/svm 2.27).
 */
const walletPrograms: readonly string[] = [
  'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
  'SMRTzfY6DfH5ik3TKiyLFfXexV8uSG3d2UksSCYdunG',
  'SWiGmQedKzMz1tiTqoJCWeGDnGXfNBp2PkXLkpCAtQo',
  'swigypWHEksbC64pWKwah1WTeh9JXwx8H1rJHLdbQMB',
  'GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw',
  'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d',
];

type Instruction = VersionedMessage['compiledInstructions'][number];
export type InstructionKind = 'unit_limit' | 'unit_price' | 'transfer' | 'note' | 'wallet' | 'other';

/** What one top-level instruction is, as far as payments go. */
export function kindOf(program: string | undefined, { data }: Pick<Instruction, 'data'>): InstructionKind {
  if (program === undefined) return 'other';
  if (tokenPrograms.includes(program))
    return data[0] === transferCheckedTag && data.length >= 10 ? 'transfer' : 'other';
  if (program === computeBudget) {
    if (data[0] === setUnitLimit) return 'unit_limit';
    return data[0] === setUnitPrice ? 'unit_price' : 'other';
  }
  if (notePrograms.includes(program)) return 'note';
  return walletPrograms.includes(program) ? 'wallet' : 'other';
}

/** Why a transaction is no payment by its instructions; undefined where nothing speaks against it. */
export function instructionFault(kinds: readonly InstructionKind[]): string | undefined {
  const count = (kind: InstructionKind) => kinds.filter((one) => one === kind).length;
  if (count('transfer') > 1) return 'The transaction carries more than one transfer.';
  if (count('other') > 0 || count('unit_limit') > 1 || count('unit_price') > 1)
    return 'The transaction carries an instruction that is no part of a payment.';
  if (count('transfer') === 1 && count('wallet') > 0)
    return "The transaction carries a transfer and a wallet program's instruction; a payment is one of them.";
  if (count('transfer') + count('wallet') === 0) return 'The transaction carries no transfer.';
  return undefined;
}
