import { z } from 'zod';

export const fiscalReasons = ['missing', 'stale', 'thin', 'unresolved'] as const;
export type FiscalReason = (typeof fiscalReasons)[number];

export const fiscalReasonField = {
  reason: z
    .enum(fiscalReasons)
    .describe('missing: a needed file is not loaded; stale: the newest is older than 800 days; thin: too few amounts'),
};
