import fc from 'fast-check';
import type { Bench } from './bench.ts';

/** What one scenario came to. */
export interface Outcome {
  readonly tried: number;
  /** One sentence for each try after which something was lost; none is what is expected. */
  readonly lost: readonly string[];
  /** Figures of the run, for the table. */
  readonly note: string;
}

export interface LabContext {
  readonly seed: number;
  /** Reading of `performance.now()` at which it ends. */
  readonly deadline: number;
  /** Seconds that it is planned to take: how often it tries follows from these, so that a seed tries the same again. */
  readonly seconds: number;
  readonly bench: Bench;
}

export interface Scenario {
  readonly name: string;
  /** What is tried and what counts as lost, for the table. */
  readonly what: string;
  /** Part of the time, against that of the others. */
  readonly share: number;
  /** Runs in a minute too; others need more to begin at all. */
  readonly inMinute: boolean;
  /** Why it cannot run on this machine, or undefined. */
  missing?(): string | undefined;
  run(ctx: LabContext): Promise<Outcome>;
}

/** Picks a value out of an arbitrary; a seed picks the same again. */
export type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

export function drawing(seed: number): Draw {
  let at = 0;
  return (arbitrary) => {
    at += 1;
    const [value] = fc.sample(arbitrary, { seed: Math.imul(seed ^ (at * 0x9e3779b1), 0x85ebca6b), numRuns: 1 });
    return value as never;
  };
}

/** One try: what was lost in it, or undefined. */
export type Try = (draw: Draw, at: number) => Promise<string | undefined>;

/**
 * Tries as often as `perSecond` makes of the planned seconds, fewer where the time is over first, some at once. A fault
 * that a try throws counts as lost.
 */
export async function tries(
  ctx: LabContext,
  { perSecond, atOnce = 1 }: { readonly perSecond: number; readonly atOnce?: number },
  one: Try,
): Promise<Outcome> {
  const planned = Math.max(1, Math.round(perSecond * ctx.seconds));
  const lost: string[] = [];
  let tried = 0;
  const worker = async () => {
    while (tried < planned && performance.now() < ctx.deadline) {
      const at = tried;
      tried += 1;
      const found = await one(drawing(ctx.seed + at), at).catch((fault: unknown) => `threw ${String(fault)}`);
      if (found !== undefined) lost.push(`try ${at}: ${found}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { tried, lost, note: tried < planned ? `the time was over after ${tried} of ${planned}` : '' };
}
