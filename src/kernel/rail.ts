/** A way to pay: USDC on an EVM chain, or on Solana. */
export type RailKind = 'evm' | 'solana';
