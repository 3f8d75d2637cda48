/**
 * Computes once for each first argument, and forgets the value with it: coverage and work of a sold route query the same of
 * one context, a purchase reads the same credential several times. Further arguments are those of the first call.
 */
export function memoizeByFirst<First extends object, Further extends readonly unknown[], T>(
  compute: (first: First, ...further: Further) => T,
): (first: First, ...further: Further) => T {
  const known = new WeakMap<First, { readonly value: T }>();
  return (first, ...further) => {
    const before = known.get(first);
    if (before) return before.value;
    const value = compute(first, ...further);
    known.set(first, { value });
    return value;
  };
}
