type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = Extract<Json, { readonly [name: string]: Json }>;
type Blocks = Readonly<Record<string, JsonObject>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namesIn = (use: Json): readonly string[] =>
  (Array.isArray(use) ? use : [use]).map((name) => {
    if (typeof name !== 'string') throw new Error(`$use takes names of blocks, not ${JSON.stringify(name)}`);
    return name;
  });

function expandObject(value: JsonObject, blocks: Blocks, open: readonly string[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key !== '$use') {
      result[key] = expand(inner, blocks, open);
      continue;
    }
    for (const name of namesIn(inner)) {
      const block = blocks[name];
      if (!block) throw new Error(`$use names the block "${name}", which defaults does not have`);
      if (open.includes(name)) throw new Error(`the block "${name}" uses itself`);
      for (const [field, given] of Object.entries(expandObject(block, blocks, [...open, name]))) {
        // what the object says itself stands, wherever $use is written
        if (!(field in value)) result[field] = given;
      }
    }
  }
  return result;
}

function expand(value: Json, blocks: Blocks, open: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one: Json) => expand(one, blocks, open));
  return isObject(value) ? expandObject(value, blocks, open) : value;
}

/**
 * A file with its named blocks put in: `"$use": "city"` (or a list) in any object stands for the members of that block
 * of the file's own `defaults`. A member that the object states itself wins; of two blocks the later one wins.
 * Throws for a name that `defaults` does not have.
 */
export function withNamedBlocks(file: unknown): unknown {
  if (!isObject(file)) return file;
  const { defaults = {}, ...rest } = file;
  if (!isObject(defaults)) throw new Error('defaults holds named blocks');
  const blocks = Object.fromEntries(
    Object.entries(defaults).map(([name, block]) => {
      if (!isObject(block)) throw new Error(`the block "${name}" is not an object`);
      return [name, block];
    }),
  );
  const { $schema: _schema, ...place } = expandObject(rest, blocks, []);
  return place;
}
