import { ServiceError } from '../../kernel/errors.ts';
import { type AtomicUsdc, formatUsdc } from '../../kernel/money.ts';
import { dayMs } from '../../kernel/time.ts';
import type { SpendStore } from '../../store/sql-spend.ts';
import type { Offered } from './providers.ts';

/** Beginning of the day (UTC) of a time, and of the next one; milliseconds. */
export function dayOf(now: number): { readonly since: number; readonly until: number } {
  const since = Math.floor(now / dayMs) * dayMs;
  return { since, until: since + dayMs };
}

const usd = (amount: number) => formatUsdc(BigInt(amount) as AtomicUsdc);

/** The day's budget holds no more: nothing is charged and no payment is requested before it begins anew. */
export function exhausted(now: number, reserves: number): ServiceError {
  const { until } = dayOf(now);
  const resetAt = new Date(until).toISOString();
  return new ServiceError('ext_provider_unavailable', {
    detail: "The day's budget for buying of this provider is used up. Nothing was charged.",
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
    charged: false,
    extra: { providerBudget: { state: 'exhausted', resetAt } },
    headers: {
      'X-Svc-Provider-Budget-State': 'exhausted',
      'X-Svc-Provider-Budget-Reserved': usd(reserves),
      'X-Svc-Provider-Budget-Reset-At': resetAt,
    },
  });
}

/** The store of spending is silent: nothing may be bought, since what was bought is not known. */
export function stateUnavailable(cause: unknown): ServiceError {
  return new ServiceError('ext_workflow_state_unavailable', { charged: false, cause });
}

/** A store that does not answer closes the way to providers: nothing is bought that is not written down. */
export async function inStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw stateUnavailable(error);
  }
}

/**
 * Headers of a challenge of a call that may buy these: what it reserves at most, and whether the day's budgets hold it.
 * Throws {@link exhausted}, {@link stateUnavailable}.
 */
export async function budgetHeaders(
  plan: readonly Offered[],
  store: SpendStore,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  if (plan.length === 0) return {};
  const reserves = plan.reduce((sum, one) => sum + one.reserves, 0);
  const limited = [...new Set(plan.filter(({ daily }) => daily !== undefined).map(({ terms }) => terms.provider))];
  for (const provider of limited) {
    const own = plan.filter(({ terms }) => terms.provider === provider);
    const limit = own[0]?.daily ?? 0;
    const wanted = own.reduce((sum, one) => sum + one.reserves, 0);
    const used = await inStore(store.reservedSince(provider, dayOf(now).since));
    if (used + wanted > limit) throw exhausted(now, reserves);
  }
  return {
    'X-Svc-Provider-Budget-State': limited.length > 0 ? 'available' : 'not_enforced',
    'X-Svc-Provider-Budget-Reserved': usd(reserves),
  };
}
