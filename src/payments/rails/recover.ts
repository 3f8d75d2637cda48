import { recover } from 'tiny-secp256k1';
import { type Hex, hexToBytes, keccak256 } from 'viem';

/**
 * Address (lower case) whose key signed a hash, or undefined where no key can have. The curve runs as WebAssembly: six times as fast
 * as in JavaScript, which is what a paid call spends most of its time on.
 */
export function recoverSigner(hash: Hex, signature: Hex): Hex | undefined {
  const bytes = hexToBytes(signature);
  const v = bytes[64] ?? 255;
  const parity = v >= 27 ? v - 27 : v;
  if (bytes.length !== 65 || (parity !== 0 && parity !== 1)) return undefined;
  try {
    const key = recover(hexToBytes(hash), bytes.subarray(0, 64), parity, false);
    return key ? `0x${keccak256(key.subarray(1)).slice(-40)}` : undefined;
  } catch {
    return undefined;
  }
}
