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
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(definedDeep);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [name, entry] of Object.entries(value)) {
    const inner = definedDeep(entry);
    if (inner === entry && inner !== undefined) continue;
    changed ??= { ...value };
    if (inner === undefined) delete changed[name];
    else changed[name] = inner;
  }
  return changed ?? value;
}
