import { distance } from 'fastest-levenshtein';
import type { Tool } from '../registry.ts';

const fold = (name: string) => name.toLowerCase().replaceAll('-', '_');

/** Tools whose full name or slug is in the question, in the order of the question; hyphens and underscores are one. */
export function exactNames(query: string, tools: readonly Tool[]): { tool: Tool; asSlug: boolean }[] {
  const found: { tool: Tool; asSlug: boolean }[] = [];
  const byName = new Map(tools.map((tool) => [fold(tool.name), tool]));
  for (const [written] of query.matchAll(/\b[a-z0-9]+(?:[-_][a-z0-9]+)*\b/gi)) {
    const prefixed = /^svc[-_]/i.test(written);
    const bare = written.includes('_') || written.includes('-') ? byName.get(`svc_${fold(written)}`) : undefined;
    const tool = prefixed ? byName.get(fold(written)) : bare;
    if (tool && !found.some((other) => other.tool === tool)) found.push({ tool, asSlug: /^svc-/i.test(written) });
  }
  return found;
}

/** Words of the question that are written like a tool's name and are none. */
export function unknownNames(query: string, tools: readonly Tool[]): string[] {
  const known = new Set(tools.map((tool) => fold(tool.name)));
  return [...query.matchAll(/\bsvc[-_][a-z0-9_-]+/gi)].map(([name]) => name).filter((name) => !known.has(fold(name)));
}

/** Names near a wrong one, nearest first: few letters apart, or most words the same. */
export function nearNames(wrong: string, tools: readonly Tool[], limit = 3): string[] {
  const bare = fold(wrong.trim().slice(0, 80)).replace(/^svc_/, '');
  const words = new Set(bare.split('_').filter(Boolean));
  return tools
    .map((tool) => {
      const name = fold(tool.name).slice(4);
      const parts = name.split('_');
      const shared = parts.filter((part) => words.has(part)).length / Math.max(parts.length, words.size);
      return { name: tool.name, far: distance(bare, name), shared, length: name.length };
    })
    .filter(({ far, shared, length }) => far <= Math.max(2, Math.floor(length / 4)) || shared >= 0.5)
    .sort((a, b) => a.far - b.far || b.shared - a.shared || a.name.localeCompare(b.name, 'en'))
    .slice(0, limit)
    .map(({ name }) => name);
}
