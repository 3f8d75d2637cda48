import type { z } from 'zod';
import type { PaidToolDefinition } from '../../src/catalog/define.ts';
import type { SubjectNeed } from '../../src/catalog/port.ts';

type Terms = PaidToolDefinition['paid'];
type LeftOut = 'kind' | 'sources' | 'limits' | 'subject';

/** A route of a test, which data/routes.json does not have: everything published about it is given here. */
export function defineRoute<I extends z.ZodType, O extends z.ZodType, Need extends SubjectNeed = 'point'>(
  definition: Omit<PaidToolDefinition<I, O, Need>, 'paid' | LeftOut> &
    Partial<Pick<PaidToolDefinition<I, O, Need>, LeftOut>> & {
      readonly paid: Omit<Terms, 'rails' | 'seeAlso'> & Partial<Pick<Terms, 'rails' | 'seeAlso'>>;
    },
): PaidToolDefinition<I, O, Need> {
  const paid = { rails: ['evm', 'solana'], seeAlso: [], ...definition.paid };
  const usual = { kind: 'native', subject: 'point', sources: [], limits: [] };
  return { ...usual, ...definition, paid } as unknown as PaidToolDefinition<I, O, Need>;
}
