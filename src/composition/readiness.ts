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

/** What is reported beside the stores, and never makes the service unready. */
export interface Warnings {
  readonly sources: readonly SourceFindings[];
  /** Whether the store of shared limits answers; without it each process keeps them alone. */
  readonly sharedAnswers?: (() => Promise<boolean>) | undefined;
  /** Whether the clock agrees with the facilitator's: its own being wrong must not take every server away. */
  readonly clock?: (() => Promise<string>) | undefined;
}

/**
 * Whether every store answers. Sources that are degraded are counted; `limits` says `shared` or `per_process`, `clock`
 * `ok`, `unknown`, or by how much it is off.
 */
export async function readinessOf(
  stores: Readonly<Record<string, () => Promise<unknown>>>,
  { sources, sharedAnswers, clock }: Warnings,
  log: Log,
): Promise<ServiceReadiness> {
  const agrees = clock?.();
  const words = await Promise.all(
    Object.entries(stores).map(async ([name, check]) => [name, await wordOf(name, check, log)] as const),
  );
  const limits = sharedAnswers && ((await sharedAnswers()) ? 'shared' : 'per_process');
  return {
    ready: words.every(([, word]) => word === 'ok'),
    checks: {
      ...Object.fromEntries(words),
      ...(limits && { limits }),
      ...(agrees && { clock: await agrees }),
      sources: `${sources.filter(({ state }) => state === 'degraded').length} degraded`,
    },
  };
}
