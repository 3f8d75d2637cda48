import { sha256 } from '../../kernel/canonical.ts';

/** Identity of an EIP-3009 payment, whatever text it was sent in: SHA-256 over chain, asset, payer and nonce. */
export const evmPaymentId = (network: string, asset: string, from: string, nonce: string): string =>
  sha256(['evm', network, asset, from, nonce].map((part) => part.toLowerCase()).join(' '));

/** Identity of a Solana payment: SHA-256 over chain and hash of the message that the payer signed. */
export const solanaPaymentId = (network: string, message: Uint8Array): string =>
  sha256(`solana ${network} ${sha256(message)}`);

export const payerHashOf = ({ network }: { readonly network: string }, payer: string) => sha256(`${network} ${payer}`);
