import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const roots = ['src', 'tools', 'resources', 'prompts'];
const repository = join(import.meta.dirname, '..');
/** Rooms that any room may import. */
const pure: ReadonlySet<string> = new Set(['kernel', 'geometry', 'geography', 'privacy', 'fields']);
const importPattern = /(?:from|import\()\s*'(\.[^']+)'/g;

/** The room of a file: its folder below src, or its root. The composition root and its commands are one room. */
function roomOf(path: string): string | undefined {
  const [root, folder, ...rest] = path.split('/');
  if (root !== 'src') return root && roots.includes(root) ? root : undefined;
  return rest.length === 0 || folder === 'cli' ? 'cli and main' : folder;
}

/**
 * The layout as a Mermaid graph: one box per room, an arrow where files of one import files of the other. Arrows to the
 * pure rooms are left out, since any room may have one, and so are those of the composition root, which knows everything.
 */
export function layoutPicture(): string {
  const arrows = new Set<string>();
  const rooms = new Set<string>();
  for (const root of roots) {
    for (const name of readdirSync(join(repository, root), { recursive: true, encoding: 'utf8' })) {
      const path = join(root, name);
      const from = path.endsWith('.ts') ? roomOf(path) : undefined;
      if (!from) continue;
      rooms.add(from);
      for (const [, target = ''] of readFileSync(join(repository, path), 'utf8').matchAll(importPattern)) {
        const to = roomOf(normalize(join(dirname(path), target)));
        if (to && to !== from && !pure.has(to) && from !== 'cli and main' && to !== 'cli and main')
          arrows.add(`${from} --> ${to}`);
      }
    }
  }
  const box = (room: string) => `  ${room.replaceAll(' ', '_')}["${room}"]`;
  return `\`\`\`mermaid\ngraph LR\n${[...rooms].sort().map(box).join('\n')}\n${[...arrows]
    .sort()
    .map((arrow) => `  ${arrow}`)
    .join('\n')}\n\`\`\`\n`;
}
