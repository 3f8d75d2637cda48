import { z } from 'zod';
import { answerSchema, partEntries } from '../kernel/answer.ts';
import type { ToolName } from '../kernel/tool-names.ts';

/** A part of a composed output: the free tool whose facts it repeats, and how far. */
export interface OutputPart {
  readonly tool: ToolName;
  /** Names of the facts that are repeated; all where absent. */
  readonly keep?: readonly string[] | undefined;
  readonly entries: number;
}

export type FactsOf = (tool: ToolName) => z.ZodObject;

/**
 * An output that repeats facts of other tools. The registry puts it together when it starts, out of the schemas that
 * those tools publish; a part of an unknown tool, or one that keeps a fact that the tool does not have, does not start.
 */
export class ComposedOutput<O extends z.ZodType> {
  readonly compose: (factsOf: FactsOf) => O;

  constructor(compose: (factsOf: FactsOf) => O) {
    this.compose = compose;
  }
}

/** Output of a tool whose facts repeat those of its parts, each under the part's name. */
export function composedOutput<O extends z.ZodType>(
  parts: Readonly<Record<string, OutputPart>>,
  build: (facts: Record<string, z.ZodOptional<z.ZodObject>>) => O,
): ComposedOutput<O> {
  return new ComposedOutput((factsOf) =>
    build(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partFacts(part, factsOf(part.tool))]))),
  );
}

/** A part as a composed tool declares it; `beside` are facts that are shown with those of `keep`. */
interface DeclaredPart extends Pick<OutputPart, 'tool' | 'keep'> {
  readonly beside?: readonly string[];
  readonly entries?: number;
}

/** Output of a tool with the facts of its parts, cut to the entries that are shown, and facts that it reads itself. */
export function contextOutput(
  parts: Readonly<Record<string, DeclaredPart>>,
  ownFacts: z.ZodRawShape = {},
  place: 'before' | 'after' = 'after',
) {
  const repeated = Object.entries(parts).map(
    ([name, { tool, keep, beside = [], entries = partEntries }]) =>
      [name, { tool, keep: keep && [...keep, ...beside], entries }] as const,
  );
  return composedOutput(Object.fromEntries(repeated), (facts) =>
    answerSchema({
      facts: z.strictObject(place === 'before' ? { ...ownFacts, ...facts } : { ...facts, ...ownFacts }),
      components: true,
    }),
  );
}

function partFacts({ tool, keep, entries }: OutputPart, facts: z.ZodObject): z.ZodOptional<z.ZodObject> {
  const names = keep ?? Object.keys(facts.shape);
  const kept = names.map((name): [string, z.ZodType] => {
    const fact = facts.shape[name] as z.ZodType | undefined;
    if (!fact) throw new Error(`${tool} publishes no fact ${name}`);
    return [name, shortLists(fact, entries)];
  });
  return z.strictObject(Object.fromEntries(kept)).optional().describe(`As ${tool} answers, lists cut to ${entries}`);
}

/** The schema with every list in it cut to its first entries, as src/answers/sub-answers.ts cuts what is in them. */
function shortLists(schema: z.ZodType, entries: number): z.ZodType {
  const cut = cutOf(schema, entries);
  if (cut === schema) return schema;
  const description = schema.description;
  return description ? cut.describe(description) : cut;
}

function cutOf(schema: z.ZodType, entries: number): z.ZodType {
  if (schema instanceof z.ZodOptional) {
    const inner = schema.unwrap() as z.ZodType;
    const cut = shortLists(inner, entries);
    return cut === inner ? schema : cut.optional();
  }
  if (schema instanceof z.ZodArray) return z.array(shortLists(schema.element as z.ZodType, entries)).max(entries);
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, z.ZodType>;
    const cut = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, shortLists(field, entries)]));
    return Object.entries(cut).every(([name, field]) => field === shape[name]) ? schema : schema.extend(cut);
  }
  return schema;
}
