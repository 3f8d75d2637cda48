import type { JsonSchema } from '../registry.ts';

type Json = unknown;

const pointer = (name: string) => `#/components/schemas/${name}`;
export const refTo = (name: string) => ({ $ref: pointer(name) });

/** Collects schemas under `components.schemas`; `$defs` that several tools share are kept once. */
export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly #texts = new Map<string, string>();

  /** Adds a schema under a name and returns a reference to it. A name that is taken by another schema gets a suffix. */
  add(name: string, schema: JsonSchema): { $ref: string } {
    return refTo(this.#place(name, schema));
  }

  #place(name: string, schema: JsonSchema): string {
    const { $schema: _, $defs = {}, ...own } = schema as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const names = new Map(
      Object.keys($defs).map((local) => [
        local,
        /^[A-Za-z]/.test(local) ? local : `${name}.${local.replace(/\W/g, '')}`,
      ]),
    );
    // definitions may point at one another: names are fixed first, and one that is taken otherwise moves aside
    for (const [local, wanted] of names) names.set(local, this.#free(wanted, name, rename($defs[local], names)));
    for (const [local, placed] of names) this.#keep(placed, rename($defs[local], names));
    const text = rename(own, names, name);
    const placed = this.#free(name, 'other', text);
    this.#keep(placed, text);
    return placed;
  }

  #free(wanted: string, aside: string, schema: Json): string {
    const known = this.#texts.get(wanted);
    return known === undefined || known === JSON.stringify(schema) ? wanted : `${wanted}.${aside}`;
  }

  #keep(name: string, schema: Json): void {
    this.#texts.set(name, JSON.stringify(schema));
    this.schemas[name] = schema;
  }
}

/** Rewrites `#/$defs/X` to the place of X, and `#` (a schema that contains itself) to the place of the whole. */
function rename(value: Json, names: ReadonlyMap<string, string>, self?: string): Json {
  if (Array.isArray(value)) return value.map((item) => rename(item, names, self));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== '$ref' || typeof item !== 'string') return [key, rename(item, names, self)];
      if (item === '#' && self) return [key, pointer(self)];
      const local = /^#\/\$defs\/(.+)$/.exec(item)?.[1];
      return [key, local === undefined ? item : pointer(names.get(local) ?? local)];
    }),
  );
}
