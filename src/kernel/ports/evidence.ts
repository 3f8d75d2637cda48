import type { Evidence } from '../evidence.ts';

/** Where the evidence behind answers is kept, for as long as the operator configured. */
export interface EvidencePort {
  /** Keeps evidence under its id, without making the answer wait. Keeping the same again is no change. */
  keep(id: string, evidence: Evidence): void;
  /** Resolves when everything that was handed over is written, or could not be. */
  written(): Promise<void>;
  /** The evidence of an id; undefined where it was never kept or is kept no longer. */
  get(id: string): Promise<Evidence | undefined>;
}
