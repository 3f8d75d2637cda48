import type { Evidence } from '../evidence.ts';

/** Store of the evidence behind answers, for the time that the operator configured. */
export interface EvidencePort {
  /** Keeps evidence under its id, without making the answer wait. Keeping the same again is no change. */
  keep(id: string, evidence: Evidence): void;
  /** Resolves when everything that was handed over is written, or could not be. */
  written(): Promise<void>;
  /** The evidence of an id; undefined where it was never stored or has expired. */
  get(id: string): Promise<Evidence | undefined>;
}
