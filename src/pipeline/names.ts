import { distance } from 'fastest-levenshtein';
import type { Registry } from '../catalog/registry.ts';

/** Names near a wrong one, nearest first; none where nothing is near. */
export function suggestNames(wrong: string, registry: Registry, limit = 3): string[] {
  const wanted = wrong.trim().toLowerCase().replaceAll('-', '_').slice(0, 80);
  return registry.free
    .map((tool) => {
      const name = tool.name;
      const bare = name.slice(4);
      const inside = wanted.length >= 4 && (name.includes(wanted) || wanted.includes(bare));
      return { name, far: inside ? 0 : Math.min(distance(wanted, name), distance(wanted, bare)) };
    })
    .filter(({ name, far }) => far <= Math.max(2, Math.floor(name.length / 4)))
    .sort((a, b) => a.far - b.far || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map(({ name }) => name);
}
