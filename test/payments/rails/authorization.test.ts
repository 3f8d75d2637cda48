import fc from 'fast-check';
import { type Hex, hashTypedData } from 'viem';
import { expect, test } from 'vitest';
import { authorizationHash } from '../../../src/payments/rails/authorization.ts';

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((some) => `0x${Buffer.from(some).toString('hex')}` as Hex);
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

test('is the hash that viem finds, whatever is signed', () => {
  const domains = fc.record({
    name: fc.constantFrom('USD Coin', 'USDC', 'ü'),
    version: fc.constantFrom('1', '2'),
    chainId: fc.constantFrom(8453, 84_532, 1),
    asset: hex(20),
  });
  const messages = fc.record({
    from: hex(20),
    to: hex(20),
    value: uint,
    validAfter: uint,
    validBefore: uint,
    nonce: hex(32),
  });
  fc.assert(
    fc.property(domains, messages, (domain, message) => {
      const { asset: verifyingContract, ...rest } = domain;
      const typed = {
        domain: { ...rest, verifyingContract },
        types,
        primaryType: 'TransferWithAuthorization',
        message,
      } as const;
      const { asset, chainId, ...extra } = domain;
      const { value, validAfter, validBefore } = message;
      const numbers = { value: String(value), validAfter: String(validAfter), validBefore: String(validBefore) };
      const terms = { network: `eip155:${chainId}`, asset, extra } as const;
      expect(authorizationHash(terms, { ...message, ...numbers })).toBe(hashTypedData(typed));
    }),
    { numRuns: 200, seed: 1 },
  );
});
