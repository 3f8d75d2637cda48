import { z } from 'zod';
import names from '../../data/tool-names.json' with { type: 'json' };
import { executeToolName, searchToolName } from './mcp-tools.ts';

export type ToolName = keyof typeof names.tools;
export type RouteName = keyof typeof names.routes;

const keysOf = <K extends string>(of: Readonly<Record<K, string>>) =>
  Object.keys(of) as unknown as readonly [K, ...K[]];

/** Names of the free tools. */
export const toolNames = keysOf(names.tools);
/** Names of the paid routes: those of their own and those of promoted free tools. */
export const routeNames = keysOf(names.routes);

/** A tool's name in data: a row that names none does not load. */
export const ToolNameSchema = z.enum(toolNames);

export const ToolOrRouteNameSchema = z.enum([...toolNames, ...routeNames]);

const published: ReadonlySet<string> = new Set([...toolNames, ...routeNames, searchToolName, executeToolName]);

export const isToolName = (name: string): name is ToolName => (toolNames as readonly string[]).includes(name);

/** Words of a text that are written like names of tools or routes, and name none. */
export function unknownNamesIn(text: string, further: ReadonlySet<string> = new Set()): readonly string[] {
  const names = text.match(/\bsvc(?:_[a-z0-9]+)+|\bsvc(?:-[a-z0-9]+)+/g) ?? [];
  return [...new Set(names.filter((name) => !published.has(name) && !further.has(name)))];
}

/** What is known of any place, an address or an area: where a caller is sent who has no more than that. */
export const placeTool: ToolName = 'svc_place_facts';
