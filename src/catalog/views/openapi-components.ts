import { z } from 'zod';
import { readDataFile } from '../../kernel/data-file.ts';
import { tally } from '../../kernel/group.ts';
import type { JsonSchema } from '../registry.ts';

type Json = unknown;

const Members = z.record(z.string(), z.record(z.string(), z.unknown()));
const FileSchema = z.strictObject({
  components: Members,
  responses: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])),
  parameters: Members,
  security: Members,
  messages: Members,
  shared: Members,
  paths: Members,
});
type FixedParts = Readonly<z.infer<typeof FileSchema>>;

let fixed: FixedParts | undefined;

/**
 * What no tool declares, out of data/openapi.json: `components` (schemas), `responses` and `parameters` to which operations refer by name, `security`
 * (schemes that show a purchase), `messages` of the protocols, `paths` of bought reports, jobs and purchases. A `$ref` to `#/shared/…` is replaced by that part of the file.
 */
export function fixedParts(): FixedParts {
  if (!fixed) {
    const file = FileSchema.parse(JSON.parse(readDataFile('openapi.json')));
    fixed = { ...file, paths: inlined(file.paths, file.shared) as FixedParts['paths'] };
  }
  return fixed;
}

function inlined(value: Json, shared: FixedParts['shared']): Json {
  if (Array.isArray(value)) return value.map((item) => inlined(item, shared));
  if (typeof value !== 'object' || value === null) return value;
  const name = '$ref' in value && /^#\/shared\/(.+)$/.exec(String(value.$ref))?.[1];
  if (name && !shared[name]) throw new Error(`data/openapi.json has no shared part ${name}`);
  if (name) return shared[name];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inlined(item, shared)]));
}

const pointer = (name: string) => `#/components/schemas/${name}`;
export const refTo = (name: string) => ({ $ref: pointer(name) });

/** Collects schemas under `components.schemas`; `$defs` that several tools share are there once. */
export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly #texts = new Map<string, string>();

  /** Adds a schema under a name and returns a reference to it. A name that another schema has gets a suffix. */
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
    // definitions may point at one another: names are fixed first, and one that another schema has gets a suffix
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

/** Shorter parts are written where they are: a reference would be as long. */
const leastShared = 90;

/** Fields that several inputs have word for word become one schema each, by the name of the field. */
export function sharedFields(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const inputs = Object.entries(schemas).filter(([name]) => name.endsWith('.input'));
  const fields = inputs.flatMap(([, schema]) => Object.entries((schema as { properties?: object }).properties ?? {}));
  const counts = tally(fields.map((field) => JSON.stringify(field)));
  const shared: Record<string, Json> = {};
  const places = new Map<string, string>();
  for (const [text, count] of counts) {
    if (count < 2 || text.length < leastShared) continue;
    const [field, schema] = JSON.parse(text) as [string, Json];
    const alike = Object.keys(shared).filter((name) => name.split('.')[1] === field).length;
    const name = `argument.${field}${alike === 0 ? '' : `.${alike + 1}`}`;
    shared[name] = schema;
    places.set(text, name);
  }
  const pointed = inputs.map(([name, schema]) => {
    const { properties, ...own } = schema as { properties?: object };
    const parts = Object.entries(properties ?? {}).map(([field, part]) => {
      const place = places.get(JSON.stringify([field, part]));
      return [field, place ? refTo(place) : part];
    });
    return [name, properties ? { ...own, properties: Object.fromEntries(parts) } : schema];
  });
  return { ...schemas, ...Object.fromEntries(pointed), ...shared };
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
