import { askTools, type PartPlace, type PartReading, type ToolPart } from '../../answers/ask-tools.ts';
import type { ToolContext } from '../../catalog/context.ts';
import type { Deadline } from '../../kernel/bounded.ts';
import { canonicalJson } from '../../kernel/canonical.ts';

type Context = ToolContext<'point' | 'area'> | ToolContext<'none'>;

/** What was queried in a call, by the call's context; forgotten with it. */
const queried = new WeakMap<Context, Map<string, Promise<readonly PartReading[]>>>();

/**
 * Asks parts at the same time as {@link askTools} does, each of them once in a call: the work uses the
 * answers on which coverage was decided. A part that ran out of time is queried again by anyone who has more of it.
 */
export async function askOnce(
  ctx: Context,
  parts: readonly ToolPart[],
  deadline: Deadline,
  place: PartPlace,
): Promise<readonly PartReading[]> {
  const known = queried.get(ctx) ?? new Map<string, Promise<readonly PartReading[]>>();
  queried.set(ctx, known);
  const readings = await Promise.all(
    parts.map(async (part) => {
      const key = canonicalJson([part.tool, part.args ?? null, part.extraArguments ?? null]);
      const reading = known.get(key) ?? askTools(ctx, [part], deadline, place);
      known.set(key, reading);
      const read = await reading;
      if (deadline.remainingMs() === 0) known.delete(key);
      return read;
    }),
  );
  return readings.flat();
}
