import { within } from '../kernel/bounded.ts';
import type { SourceFindings } from '../kernel/observation.ts';
import type { Log } from '../kernel/ports/log.ts';
import { ForeignLedgerError } from '../store/ledger-mark.ts';
import { StoreTooNewError } from '../store/migrate.ts';

export interface ServiceReadiness {
  readonly ready: boolean;
  /** What was looked at, by name. */
  readonly checks: Readonly<Record<string, string>>;
}

/** Milliseconds that one store has for its answer. */
const limitMs = 3000;

async function wordOf(name: string, check: () => Promise<unknown>, log: Log): Promise<string> {
  try {
    return await within(
      limitMs,
      check().then(() => 'ok'),
      () => 'unreachable',
    );
  } catch (error) {
    log.error({ err: error, store: name }, 'store cannot be used');
    if (error instanceof ForeignLedgerError) return error.kind;
    return error instanceof StoreTooNewError ? 'written_by_a_newer_version' : 'unreachable';
  }
}

/**
 * Whether every store answers. Sources that are degraded are counted and do not make the service unready, nor do shared
 * limits that cannot be reached: each process keeps them alone then, and `limits` says `per_process`.
 */
export async function readinessOf(
  stores: Readonly<Record<string, () => Promise<unknown>>>,
  sources: readonly SourceFindings[],
  log: Log,
  sharedAnswers?: () => Promise<boolean>,
): Promise<ServiceReadiness> {
  const words = await Promise.all(
    Object.entries(stores).map(async ([name, check]) => [name, await wordOf(name, check, log)] as const),
  );
  const limits = sharedAnswers && ((await sharedAnswers()) ? 'shared' : 'per_process');
  return {
    ready: words.every(([, word]) => word === 'ok'),
    checks: {
      ...Object.fromEntries(words),
      ...(limits && { limits }),
      sources: `${sources.filter(({ state }) => state === 'degraded').length} degraded`,
    },
  };
}
