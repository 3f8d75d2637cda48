import { instantiateSecp256k1 } from '@bitauth/libauth';
import { type Hex, hexToBytes, keccak256 } from 'viem';

/** The curve as WebAssembly: nine times as fast as in JavaScript, which is what a paid call spends most of its time on. */
const curve = await instantiateSecp256k1();

/** Address (lower case) whose key signed a hash, or undefined where no key can have. */
export function recoverSigner(hash: Hex, signature: Hex): Hex | undefined {
  const bytes = hexToBytes(signature);
  const v = bytes[64] ?? 255;
  const parity = v >= 27 ? v - 27 : v;
  if (bytes.length !== 65 || (parity !== 0 && parity !== 1)) return undefined;
  const key = curve.recoverPublicKeyUncompressed(bytes.subarray(0, 64), parity, hexToBytes(hash));
  return typeof key === 'string' ? undefined : `0x${keccak256(key.subarray(1)).slice(-40)}`;
}
