/** The object without its undefined fields, so that an absent value is absent and not a null in disguise. */
export function defined<T extends object>(
  value: T,
): { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
} {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;
}

/** The same at every depth of a value that is made of plain objects and lists. */
export function definedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(definedDeep);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.map(([name, entry]) => [name, definedDeep(entry)]));
}
