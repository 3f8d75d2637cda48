import { z } from 'zod';
import { foldedToolName } from '../kernel/mcp-tools.ts';
import { unknownNamesIn } from '../kernel/tool-names.ts';
import { personPublished } from '../privacy/columns.ts';
import type { FreeToolDefinition, GuideRole, PaidToolDefinition, ToolDefinition } from './define.ts';
import { ComposedOutput, type FactsOf } from './define-composed.ts';
import type { CatalogEntry, CatalogPort } from './port.ts';
import { promotedBodies, type SoldBodies, shareProperties } from './sold-bodies.ts';

type Schema = z.core.$ZodType;
interface Def {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly getter?: () => Schema;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;

/** Schemas inside of a schema, whatever holds them: members, items, alternatives, what is behind a default. */
function partsOf(def: Def): readonly Schema[] {
  const { shape = {}, getter, ...rest } = def;
  return [...Object.values(shape), ...Object.values(rest).flat(), getter?.()].filter(isSchema);
}

/** What was read of several schemas that share parts: no schema and no name is read twice. */
interface ReadNames {
  readonly schemas: Set<Schema>;
  readonly names: Set<string>;
}

/** The first published name in a schema that is about a person, with what it is about; undefined where there is none. */
function personIn(schema: Schema, read: ReadNames): string | undefined {
  const waiting = [schema];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (read.schemas.has(part)) continue;
    read.schemas.add(part);
    const def = part._zod.def as Def;
    for (const name of Object.keys(def.shape ?? {})) {
      const about = read.names.has(name) ? undefined : personPublished(name);
      if (about) return `${name} (${about})`;
      read.names.add(name);
    }
    waiting.push(...partsOf(def));
  }
  return undefined;
}

export const categories = {
  coverage: 'Coverage and planning',
  property: 'Property and parcel',
  'flood-and-water': 'Flood and water',
  environment: 'Environment',
  hazards: 'Hazards',
  'housing-and-economy': 'Housing and economy',
  tax: 'Property tax',
  'permits-and-development': 'Permits and development',
  'policy-and-programs': 'Policy and programs',
  'area-and-transport': 'Area and transport',
  imagery: 'Imagery',
  paid: 'Paid composites',
} as const;

export type Category = keyof typeof categories;

/** One line of the generated tool index: where the file lies decides name and category. */
export interface IndexedTool {
  readonly category: Category;
  /** File name without its ending, for example `flood-zone`. */
  readonly file: string;
  readonly definition: ToolDefinition;
}

interface Named {
  readonly category: Category;
  readonly inputJsonSchema: JsonSchema;
  readonly outputJsonSchema: JsonSchema;
  /** Of a tool that has a paid route; everything that it answers with status 200, and that as one schema. */
  readonly bodies: SoldBodies | undefined;
  readonly bodiesJsonSchema: JsonSchema | undefined;
}

export type FreeTool = Named &
  Omit<FreeToolDefinition<z.ZodType, z.ZodType, never>, 'output'> & {
    readonly name: string;
    readonly slug: string | undefined;
    readonly output: z.ZodType;
  };
/** Its `output` is the sold body or the diagnostic; `bodies` distinguishes the two. */
export type PaidTool = Named &
  PaidToolDefinition<z.ZodType, z.ZodType, never> & {
    readonly name: string;
    readonly slug: string;
    readonly bodies: SoldBodies;
  };
export type Tool = FreeTool | PaidTool;

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema 2020-12 of a zod schema. Shared parts (Citation, Subject ...) stay `$defs`.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema;
}

/** A property that computes its value once, on first read. */
function lazily<T extends object, K extends string, V>(
  target: T,
  key: K,
  compute: () => V,
): asserts target is T & Record<K, V> {
  Object.defineProperty(target, key, {
    enumerable: true,
    configurable: true,
    get() {
      const value = compute();
      Object.defineProperty(target, key, { value, enumerable: true });
      return value;
    },
  });
}

const nameOf = ({ definition, file }: IndexedTool) =>
  definition.kind === 'free' ? `svc_${file.replaceAll('-', '_')}` : `svc-${file}`;

const outputOf = ({ output }: ToolDefinition, factsOf: FactsOf): z.ZodType =>
  output instanceof ComposedOutput ? output.compose(factsOf) : output;

function factsReader(toolIndex: readonly IndexedTool[]): FactsOf {
  const definitions = new Map(toolIndex.map((indexed) => [nameOf(indexed), indexed.definition]));
  const open = new Set<string>();
  return function factsOf(name) {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`a composed output repeats ${name}, and no tool has that name`);
    if (open.has(name)) throw new Error(`the output of ${name} repeats itself`);
    open.add(name);
    const output = outputOf(definition, factsOf);
    open.delete(name);
    const facts = output instanceof z.ZodObject ? output.shape.facts : undefined;
    const inner = facts instanceof z.ZodOptional ? facts.unwrap() : facts;
    if (!(inner instanceof z.ZodObject)) throw new Error(`${name} publishes no facts that an output could repeat`);
    return inner;
  };
}

/**
 * Holds every name of a tool that a definition mentions, in its lists and its sentences, against the names that exist.
 */
function checkNames(toolIndex: readonly IndexedTool[]): void {
  const own = new Set(toolIndex.flatMap(({ file }) => [`svc_${file.replaceAll('-', '_')}`, `svc-${file}`]));
  for (const indexed of toolIndex) {
    const { input: _input, output: _output, examples: _examples, ...described } = indexed.definition;
    const [unknown] = unknownNamesIn(JSON.stringify(described), own);
    if (unknown) throw new Error(`${nameOf(indexed)} names ${unknown}, and no tool or route has that name`);
  }
}

function bodiesOf(definition: ToolDefinition, name: string, output: z.ZodType): SoldBodies | undefined {
  if (definition.kind !== 'free') return { paid: output, diagnostic: definition.diagnostic };
  return definition.paid && promotedBodies(name, output);
}

/**
 * Refuses the schema of a tool that publishes a field about a person when it is first read: to read all of them would
 * cost a start a tenth of its time. The tests read all.
 */
function throwIfPersonal(name: string, output: z.ZodType, read: ReadNames): void {
  const person = personIn(output, read);
  if (person) throw new Error(`${name} publishes a field about a person: ${person}`);
}

function toTool(indexed: IndexedTool, factsOf: FactsOf, read: ReadNames): Tool {
  const { definition, file, category } = indexed;
  const identity =
    definition.kind === 'free'
      ? { name: `svc_${file.replaceAll('-', '_')}`, slug: definition.paid ? `svc-${file}` : undefined }
      : { name: `svc-${file}`, slug: `svc-${file}` };
  const own = outputOf(definition, factsOf);
  const bodies = bodiesOf(definition, identity.name, own);
  const output = definition.kind === 'free' || !bodies ? own : z.union([bodies.paid, bodies.diagnostic]);
  const tool = { ...definition, ...identity, category };
  lazily(tool, 'output', () => {
    throwIfPersonal(identity.name, output, read);
    return output;
  });
  lazily(tool, 'bodies', () => tool.output && bodies);
  lazily(tool, 'inputJsonSchema', () => jsonSchema(definition.input, 'input'));
  lazily(
    tool,
    'bodiesJsonSchema',
    () =>
      tool.bodies &&
      bodies &&
      shareProperties(jsonSchema(z.union([bodies.paid, bodies.diagnostic]), 'output'), identity.name),
  );
  lazily(tool, 'outputJsonSchema', () =>
    definition.kind === 'free' ? jsonSchema(tool.output, 'output') : tool.bodiesJsonSchema,
  );
  return tool as unknown as Tool;
}

/**
 * The ordered registry. Free tools answer to their underscore name, paid routes to their hyphenated slug;
 * a promoted free tool answers to both, and which one was used decides the rail.
 */
export class Registry implements CatalogPort {
  readonly tools: readonly Tool[];
  readonly #byName = new Map<string, Tool>();
  readonly #bySlug = new Map<string, Tool>();
  readonly #composed: ReadonlySet<string>;
  #entries: readonly CatalogEntry[] | undefined;

  /** Throws where a definition names a tool that does not exist. A tool that publishes a person throws when it is read. */
  constructor(toolIndex: readonly IndexedTool[]) {
    checkNames(toolIndex);
    const factsOf = factsReader(toolIndex);
    const composed = toolIndex.filter(({ definition }) => definition.output instanceof ComposedOutput);
    this.#composed = new Set(composed.map(nameOf));
    const read: ReadNames = { schemas: new Set(), names: new Set() };
    this.tools = toolIndex.map((indexed) => toTool(indexed, factsOf, read));
    for (const tool of this.tools) {
      if (tool.kind === 'free') this.#byName.set(tool.name, tool);
      if (tool.kind === 'free' && tool.guide && this.guideTool(tool.guide) !== tool)
        throw new Error(`${tool.name} has the role ${tool.guide} of another tool`);
      if (tool.slug) this.#bySlug.set(tool.slug, tool);
    }
  }

  get free(): readonly FreeTool[] {
    return this.tools.filter((tool): tool is FreeTool => tool.kind === 'free');
  }

  /** Everything that has a paid route: promoted free tools, native composites, atomic routes. */
  get paid(): readonly (Tool & { readonly slug: string })[] {
    return this.tools.filter((tool): tool is Tool & { readonly slug: string } => tool.slug !== undefined);
  }

  freeTool(name: string): FreeTool | undefined {
    const tool = this.#byName.get(name);
    return tool?.kind === 'free' ? tool : undefined;
  }

  /** The tool that declares a role; undefined where none of the index does. */
  guideTool(role: GuideRole): FreeTool | undefined {
    return this.free.find(({ guide }) => guide === role);
  }

  /** As `freeTool`, for a name as a caller writes it: any case, hyphens for underscores. */
  freeToolAsWritten(name: string): FreeTool | undefined {
    return this.freeTool(name) ?? this.freeTool(foldedToolName(name));
  }

  paidTool(slug: string): (Tool & { readonly slug: string }) | undefined {
    return this.#bySlug.get(slug) as (Tool & { readonly slug: string }) | undefined;
  }

  all(): readonly CatalogEntry[] {
    this.#entries ??= this.tools.map((tool) => toEntry(tool, this.#composed));
    return this.#entries;
  }

  find(nameOrSlug: string): CatalogEntry | undefined {
    return this.all().find((entry) => entry.name === nameOrSlug || entry.slug === nameOrSlug);
  }
}

/** The fields that a schema refuses in arguments; a rule over several fields speaks for itself ("give address, or ..."). */
function lacking(input: z.ZodType, args: Readonly<Record<string, unknown>>): readonly string[] {
  const parsed = input.safeParse(args);
  return parsed.success
    ? []
    : [...new Set(parsed.error.issues.map(({ path, message }) => (path.length > 0 ? path.join('.') : message)))];
}

function toEntry(tool: Tool, composedTools: ReadonlySet<string>): CatalogEntry {
  const entry = {
    name: tool.name,
    slug: tool.slug,
    rail: tool.kind !== 'free' ? ('paid' as const) : tool.paid ? ('free_and_paid' as const) : ('free' as const),
    title: tool.title,
    category: tool.category,
    summary: tool.summary,
    whenToUse: tool.whenToUse,
    scope: tool.scope,
    lane: tool.lane,
    sourceIds: tool.sources,
    mirrorIds: tool.mirrors ?? [],
    essential:
      tool.essential ?? [[...new Set([...tool.sources, ...(tool.mirrors ?? [])])]].filter((all) => all.length > 0),
    fallbacks: tool.fallbacks ?? [],
    priceUsdc: tool.paid?.priceUsdc,
    lacks: (args: Readonly<Record<string, unknown>>) => lacking(tool.input, args),
    subject: tool.subject,
    writes: tool.kind === 'free' && tool.writes === true,
    composed: composedTools.has(tool.name),
    chargesOn: tool.kind === 'free' ? (tool.paid?.chargesOn ?? []) : [],
  } satisfies Omit<CatalogEntry, 'rail' | 'arguments'> & { readonly rail: string };
  lazily(entry, 'arguments', () => Object.keys((tool.inputJsonSchema as { properties?: object }).properties ?? {}));
  return entry;
}
