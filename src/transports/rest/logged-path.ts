import type { Registry } from '../../catalog/registry.ts';
import { samplePath } from '../../catalog/views/front-page.ts';
import { surfaceOf } from '../../catalog/views/surface.ts';

const words =
  'reports renew jobs monitors retry items files purchases evidence openapi ai-tool tasks tasks:list message:send message:stream extendedAgentCard pushNotificationConfigs';
/** Behind these stands an id that opens what it names: the log has six digits of it. */
const beforeIds: ReadonlySet<string> = new Set(['reports', 'jobs', 'monitors', 'purchases', 'evidence', 'tasks']);
const idWithEnding = /^([\w-]{6})[\w-]*([.:][a-z]{3,9})?$/;
const unknown = '…';

/**
 * How the paths of requests are logged: parts that this service has as they are, ids by six digits, and any other part,
 * which may be what a caller asks about, not at all.
 */
export function pathLogger(registry: Pick<Registry, 'tools'>): (path: string) => string {
  const known = new Set<string>(['', ...words.split(' '), samplePath.slice(1)]);
  for (const { path, aliases = [] } of surfaceOf({ a2a: true }))
    for (const part of [path, ...aliases].flatMap((one) => one.split('/'))) known.add(part);
  for (const tool of registry.tools) {
    const names = [tool.kind === 'free' ? tool.name : undefined, 'slug' in tool ? tool.slug : undefined];
    for (const name of names) if (name) known.add(name).add(`${name}.json`);
  }
  const shown = (part: string, before: string | undefined): string => {
    if (known.has(part) || /^\d{1,4}$/.test(part)) return part;
    const [, digits, ending = ''] = (beforeIds.has(before ?? '') && idWithEnding.exec(part)) || [];
    return digits === undefined ? unknown : `${digits}${unknown}${ending}`;
  };
  return (path) => {
    const parts = path.split('/');
    return parts.map((part, at) => shown(part, parts[at - 1])).join('/');
  };
}
