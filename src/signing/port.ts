import type { Signature, Signed } from './signature.ts';
import type { KeySet } from './signing-key.ts';

export type Sign = (signed: Signed) => Signature;

/** Signs what this service makes. The private key never leaves it. */
export interface SignerPort {
  /** Undefined where this service signs nothing. Throws where its key cannot be read. */
  current(): Promise<Sign | undefined>;
  published(): Promise<KeySet>;
}
