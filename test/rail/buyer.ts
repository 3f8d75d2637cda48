import type { KeyPairSigner } from '@solana/kit';
import { x402Client } from '@x402/core/client';
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainNow } from '../clock.ts';

/** The published client that signs EVM payments, of at most 1 USD as it comes. */
export function evmClient(key: Hex): x402Client {
  return new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(key)));
}

/** A signed payment for a challenge, by the published client. */
export function sign(client: x402Client, challenge: PaymentRequired): Promise<PaymentPayload> {
  return client.createPaymentPayload(challenge);
}

/** The header of a payment. */
export function paymentHeader(payment: object): { 'payment-signature': string } {
  return { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') };
}

export function receiptOf(headers: Headers): {
  success: boolean;
  transaction: string;
  payer?: string;
  network: string;
} {
  return JSON.parse(Buffer.from(headers.get('payment-response') ?? '', 'base64').toString('utf8'));
}

/** The claim in a receipt, as its buyer reads it. */
export function claimIn(receipt: object): string {
  const { extensions } = receipt as { extensions?: Readonly<Record<string, { info?: { claim?: string } }>> };
  return extensions?.['purchase-claim']?.info?.claim ?? '';
}

/** An EVM payment signed by hand, with whatever is to be different about it. */
export async function signEvm(
  key: Hex,
  accepted: PaymentRequirements,
  different: { validAfter?: number; validBefore?: number; value?: string; to?: Hex; from?: Hex } = {},
): Promise<Omit<PaymentPayload, 'resource'>> {
  const account = privateKeyToAccount(key);
  const now = Math.floor(chainNow() / 1000);
  const authorization = {
    from: different.from ?? account.address,
    to: different.to ?? (accepted.payTo as Hex),
    value: different.value ?? accepted.amount,
    validAfter: String(different.validAfter ?? 0),
    validBefore: String(different.validBefore ?? now + accepted.maxTimeoutSeconds),
    nonce: `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}` as Hex,
  };
  const signature = await account.signTypedData({
    domain: {
      name: String(accepted.extra.name),
      version: String(accepted.extra.version),
      chainId: 8453,
      verifyingContract: accepted.asset as Hex,
    },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  });
  return { x402Version: 2, accepted, payload: { signature, authorization } };
}

/** The published client that signs Solana payments. */
export function solanaClient(signer: KeyPairSigner, rpcUrl: string): x402Client {
  return new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl }));
}
