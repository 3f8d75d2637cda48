import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ToolPart } from '../../src/answers/ask-tools.ts';
import type { ContextParts } from '../../src/answers/context-parts.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { composedOutput } from '../../src/catalog/define-composed.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { type IndexedTool, Registry } from '../../src/catalog/registry.ts';
import { shippedRegistry, toolIndex } from '../../src/composition/shipped-registry.ts';
import { answerSchema } from '../../src/kernel/answer.ts';
import {
  isToolName,
  routeNames,
  type ToolName,
  ToolNameSchema,
  ToolOrRouteNameSchema,
  toolNames,
  unknownNamesIn,
} from '../../src/kernel/tool-names.ts';
import { siteChecks } from '../../src/rules/plans.ts';

const registry = shippedRegistry();

/** Written like names of tools: paths, headers, and a value that the specification fixes. */
const noTools = new Set([
  'svc-agent-endpoints',
  'svc-errors',
  'svc-status',
  'svc-tools',
  'svc-provider-budget-state',
  'svc-provider-budget-reserved',
  'svc-provider-budget-reset-at',
  'svc_data_dir',
  'svc_parcel_financials',
]);

const root = join(import.meta.dirname, '../..');
const written = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(ts|json|csv)$/.test(path),
  );

describe('names of tools', () => {
  test('are those of the registry, each once', () => {
    expect([...toolNames]).toEqual(registry.free.map(({ name }) => name));
    expect([...routeNames].sort()).toEqual(registry.paid.map(({ slug }) => slug).sort());
    expect(new Set<string>([...toolNames, ...routeNames]).size).toBe(toolNames.length + routeNames.length);
  });

  test('that do not exist do not compile', () => {
    // @ts-expect-error the tool is svc_wildfire_risk
    const part: ToolPart = { tool: 'svc_wildfire_risks', title: 'Wildfire' };
    // @ts-expect-error a part is queried from a free tool, never of a paid route
    const route: ToolPart = { tool: 'svc-flood-zone', title: 'Flood zone' };
    // @ts-expect-error the tool is svc_storm_events
    const parts: ContextParts = { storms: { tool: 'svc_storm_event', label: 'storms' } };
    for (const { tool } of [part, route, ...Object.values(parts)]) expect(isToolName(tool)).toBe(false);
    expect(siteChecks().every(({ tool }) => isToolName(tool))).toBe(true);
  });

  test('that do not exist do not load out of data', () => {
    expect(ToolNameSchema.safeParse('svc_wildfire_risk').success).toBe(true);
    expect(ToolNameSchema.safeParse('svc_wildfire_risks').success).toBe(false);
    expect(ToolNameSchema.safeParse('svc-road-access').success).toBe(false);
    expect(ToolOrRouteNameSchema.safeParse('svc-road-access').success).toBe(true);
    expect(ToolOrRouteNameSchema.safeParse('svc-roads-access').success).toBe(false);
  });

  test.each(['src', 'tools', 'prompts', 'resources', 'data'])('are right wherever they are written in %s', (folder) => {
    const files = written(folder);
    expect(files.length).toBeGreaterThan(0);
    const wrong = files.flatMap((path) =>
      unknownNamesIn(readFileSync(join(root, folder, path), 'utf8'), noTools).map((name) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('are found in sentences, where they name nothing', () => {
    expect(unknownNamesIn('rents are svc_fair_market_rents, sales svc_parcel_sale (svc-road-acess)')).toEqual([
      'svc_parcel_sale',
      'svc-road-acess',
    ]);
    expect(unknownNamesIn('search with svc_search_tools, run with svc_execute; svc_ alone is no name')).toEqual([]);
    expect(unknownNamesIn('svc_mine', new Set(['svc_mine']))).toEqual([]);
  });
});

describe('the registry', () => {
  const definition = (more: object) => ({
    ...defineTool({
      title: 'A tool',
      summary: 'One line.',
      whenToUse: 'Never.',
      notFor: 'Anything.',
      scope: 'meta',
      subject: 'none',
      sources: [],
      limits: [],
      examples: [],
      input: inputObject({}),
      output: answerSchema({}),
      run: () => {
        throw new Error('not run');
      },
    }),
    ...more,
  });
  const starting = (more: object) => () =>
    new Registry([
      ...toolIndex,
      { category: 'coverage', file: 'odd', definition: definition(more) } as unknown as IndexedTool,
    ]);
  const composed = (tool: string, keep: readonly string[]) =>
    composedOutput({ part: { tool: tool as ToolName, keep, entries: 2 } }, () => answerSchema({}));

  test('starts with tools that name only what exists', () => {
    expect(starting({ notFor: 'Rents are svc_fair_market_rents; see svc_odd.' })).not.toThrow();
    expect(starting({ output: composed('svc_flood_zone', ['zones']) })).not.toThrow();
  });

  test.each([
    ['a sentence', { whenToUse: 'Rents are svc_fair_market_rent.' }, /svc_odd names svc_fair_market_rent,/],
    ['a fallback', { fallbacks: ['svc_flood_zones'] }, /svc_odd names svc_flood_zones,/],
    ['an output', { output: composed('svc_flood_zones', []) }, /repeats svc_flood_zones/],
  ])('does not start with an unknown name in %s', (_where, more, message) => {
    expect(starting(more)).toThrow(message);
  });

  test('does not start with two tools of one role', () => {
    expect(starting({ guide: 'facts' })).toThrow(/has the role facts of another tool/);
  });

  test('does not start with an output that keeps a fact that its part does not publish', () => {
    expect(starting({ output: composed('svc_flood_zone', ['zone']) })).toThrow('svc_flood_zone publishes no fact zone');
  });
});
