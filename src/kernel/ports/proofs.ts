/** What a proof adds to the fields that it vouches for. */
export interface ProofSeal {
  /** When it was made (ISO 8601, UTC). */
  readonly issuedAt: string;
  /** From when on it counts no more (ISO 8601, UTC). */
  readonly expiresAt: string;
  /** HMAC-SHA-256 over its kind and all its other fields, base64url. */
  readonly mac: string;
}

/** Fields that this service vouches for towards itself, for a limited time: an open object, handed on unchanged. */
export type Proof<P extends object = Readonly<Record<string, unknown>>> = P & ProofSeal;

export type ProofCheck =
  | { readonly state: 'good'; readonly payload: Readonly<Record<string, unknown>> }
  /** It was made here and its time is over. */
  | { readonly state: 'expired' }
  /** It was not made here for this kind, or a field was altered. */
  | { readonly state: 'invalid' };

/**
 * Proofs that a caller carries from one call to another. All processes on one store, or with one SVC_SECRET, take each
 * other's. They are no secret and say nothing about who holds them.
 */
export interface ProofsPort {
  /**
   * @param kind what the proof is good for; a proof of one kind is no proof of another
   * @param payload fields that have a JSON form; none of them may be named like those of the seal
   * Rejects where the key can be neither read nor made.
   */
  issue<P extends object>(kind: string, payload: P, ttlMs: number): Promise<Proof<P>>;
  /** Says of anything that was given whether it is a proof of this kind. Rejects where the key cannot be read. */
  check(kind: string, given: unknown): Promise<ProofCheck>;
}
