/** Deepest nesting of a message; the deepest published argument needs six levels. */
export const maxDepth = 64;

/** Whether a parsed JSON value nests deeper than allowed. Iterative: nothing that arrives can overflow the stack here. */
export function nestsTooDeep(value: unknown, limit: number = maxDepth): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const child of Object.values(item)) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
  return false;
}
