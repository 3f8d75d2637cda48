/**
 * Asks once per call: coverage and work of a sold route put the same question, and what coverage heard is what is sold.
 * A call is known by its context; the answer is forgotten with it.
 */
export function memoizeByContext<Context extends object, Input, T>(
  ask: (ctx: Context, input: Input) => T,
): (ctx: Context, input: Input) => T {
  const known = new WeakMap<Context, { readonly value: T }>();
  return (ctx, input) => {
    const before = known.get(ctx);
    if (before) return before.value;
    const value = ask(ctx, input);
    known.set(ctx, { value });
    return value;
  };
}
