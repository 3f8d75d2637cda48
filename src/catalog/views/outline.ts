import type { JsonSchema } from '../registry.ts';

type Part = JsonSchema & {
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
};

const copied = ['type', 'const'] as const;
const choices = ['anyOf', 'oneOf'] as const;

const shallow = (schema: JsonSchema) =>
  Object.fromEntries(copied.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));

/**
 * The first level of a schema: names and types of its properties, and the same of each alternative. It takes whatever
 * the whole schema takes, so that it can stand in a list; the whole one has its own address.
 */
export function outlineOf(schema: JsonSchema, definitions = (schema as Part).$defs): JsonSchema {
  const { $ref, properties } = schema as Part & { $ref?: string };
  const named = /^#\/\$defs\/(.+)$/.exec($ref ?? '')?.[1];
  if (named !== undefined) return outlineOf(definitions?.[named] ?? {}, definitions);
  const alternatives = choices.flatMap((key) => {
    const parts = schema[key] as readonly JsonSchema[] | undefined;
    return parts ? [[key, parts.map((part) => outlineOf(part, definitions))]] : [];
  });
  return {
    ...shallow(schema),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, shallow(part)])),
    }),
    ...Object.fromEntries(alternatives),
  };
}
