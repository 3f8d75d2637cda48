import type { CatalogEntry, CatalogPort } from '../../catalog/port.ts';
import { isToolName, type ToolName } from '../../kernel/tool-names.ts';

/** Any address at all: what a tool needs besides one is what it lacks with this. */
const anyAddress = { address: '1 Main St, Raleigh, NC 27601' };

/** One address is enough for it, it reads something and keeps nothing, and it repeats no other tool. */
const isLane = (entry: CatalogEntry): boolean =>
  entry.rail !== 'paid' &&
  !entry.writes &&
  !entry.composed &&
  entry.arguments.includes('address') &&
  entry.lacks(anyAddress).length === 0 &&
  (entry.lane !== undefined || entry.sourceIds.length > 0 || entry.mirrorIds.length > 0 || entry.scope === 'rules');

/** Names of the free tools that a batch can put to each address, in the order of the catalog. */
export const allowedLanes = (catalog: CatalogPort): readonly string[] =>
  catalog
    .all()
    .filter(isLane)
    .map(({ name }) => name);

export interface NamedLane {
  /** As the caller wrote it. */
  readonly name: string;
  readonly valid: boolean;
  readonly reason?: string;
}

/** What is to be said of each name that the caller gave. */
export function namedLanes(catalog: CatalogPort, names: readonly string[]): readonly NamedLane[] {
  const allowed = new Set(allowedLanes(catalog));
  return names.map((name) => {
    if (allowed.has(name)) return { name, valid: true };
    const known = catalog.find(name);
    const reason = known
      ? 'This tool or route cannot be put to one address alone, or is no free tool.'
      : 'There is no tool of that name.';
    return { name, valid: false, reason };
  });
}

/** The valid ones, each once, in the order of the request. */
export const validLanes = (lanes: readonly NamedLane[]): readonly ToolName[] => [
  ...new Set(lanes.filter(({ valid }) => valid).flatMap(({ name }) => (isToolName(name) ? [name] : []))),
];
