import fc from 'fast-check';
import { type Hex, hashMessage, recoverAddress } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { expect, test } from 'vitest';
import { recoverSigner } from '../../../src/payments/rails/recover.ts';

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes[0] !== 255 && bytes.some((byte) => byte > 0));
const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;

test('finds the same signer as viem, for valid and for altered signatures', async () => {
  await fc.assert(
    fc.asyncProperty(key, fc.string(), fc.nat(63), fc.boolean(), async (secret, text, at, alter) => {
      const hash = hashMessage(text);
      const signature = await sign({ hash, privateKey: hex(secret), to: 'hex' });
      const bytes = Buffer.from(signature.slice(2), 'hex');
      if (alter) bytes[at] = (bytes[at] ?? 0) ^ 1;
      const given = hex(bytes);
      const expected = await recoverAddress({ hash, signature: given }).then(
        (address) => address.toLowerCase(),
        () => undefined,
      );
      expect(recoverSigner(hash, given)).toBe(expected);
      if (!alter) expect(expected).toBe(privateKeyToAccount(hex(secret)).address.toLowerCase());
    }),
    { numRuns: 60 },
  );
});

test('is undefined for what no key can have signed', () => {
  const hash = hashMessage('x');
  for (const signature of [
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(65)}`,
    `0x${'11'.repeat(64)}1d`,
    '0x11',
    `0x${'11'.repeat(200)}`,
  ])
    expect(recoverSigner(hash, signature as Hex)).toBeUndefined();
});
