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

/** Computes once for each key, and keeps the value as long as the function lives; a fault is thrown at each call. */
export function memoizeByKey<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.has(key) ? (known.get(key) as T) : compute(key);
    known.set(key, value);
    return value;
  };
}

/** Computes at the first call, and keeps the value; a fault is thrown at each call. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
