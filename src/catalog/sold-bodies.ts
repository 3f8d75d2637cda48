import { z } from 'zod';

/** The two things that a paid route answers with status 200. */
export interface SoldBodies {
  readonly paid: z.ZodType;
  readonly diagnostic: z.ZodType;
}

const why = z.string().describe('Why nothing was charged');

/** Bodies of a promoted free tool: its answer as it is sold, or the same answer uncharged, with the reason. */
export function promotedBodies(freeTool: string, output: z.ZodType): SoldBodies {
  if (!(output instanceof z.ZodObject)) throw new Error(`${freeTool} is promoted, and its output is no object`);
  const { shape } = output;
  return {
    paid: z.strictObject({ charged: z.literal(true), ...shape }),
    diagnostic: z.strictObject({
      charged: z.literal(false),
      message: why,
      freeTool: z.literal(freeTool).describe('The free tool that gives this answer'),
      ...shape,
    }),
  };
}

/** Shorter parts are written out in both bodies. */
const leastShared = 200;

type Node = Readonly<Record<string, unknown>>;

/**
 * A schema of alternatives with the large properties that all of them have written once, as definitions below `name`.
 * It accepts what it accepted before.
 */
export function shareProperties(schema: Node, name: string): Node {
  const { anyOf, $defs = {} } = schema as { anyOf?: readonly { properties?: Node }[]; $defs?: Node };
  const [first, ...others] = anyOf ?? [];
  if (!anyOf || !first?.properties || others.length === 0) return schema;
  const text = (value: unknown) => JSON.stringify(value);
  const shared = Object.entries(first.properties).filter(
    ([key, value]) =>
      text(value).length >= leastShared && others.every(({ properties }) => text(properties?.[key]) === text(value)),
  );
  const refs = Object.fromEntries(shared.map(([key]) => [key, { $ref: `#/$defs/${name}.${key}` }]));
  return {
    ...schema,
    anyOf: anyOf.map((branch) => ({ ...branch, properties: { ...branch.properties, ...refs } })),
    $defs: { ...$defs, ...Object.fromEntries(shared.map(([key, value]) => [`${name}.${key}`, value])) },
  };
}
