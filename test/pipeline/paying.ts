import { randomUUID } from 'node:crypto';
import type { Paying } from '../../src/pipeline/paid-types.ts';

/** A purchase of no one in particular whose payment is good, for work that is run without one. */
export const paying = (different: Partial<Paying> = {}): Paying => ({
  purchaseId: randomUUID(),
  payerHash: randomUUID(),
  holder: randomUUID(),
  recheck: async () => undefined,
  ...different,
});
