import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Tool } from '../../src/catalog/registry.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { faultText, readInput } from '../../src/input/input-faults.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { validateInput } from '../../src/pipeline/validate.ts';

const registry = shippedRegistry();
/** Words of the schema library's English messages. */
const libraryWords =
  /Invalid (input|string|option|key|value|number|date|element|discriminator|UUID|ISO|URL|email)|Too (small|big)|expected (string|number|boolean|array|object|int|date)|\breceived\b|Unrecognized key|[<>]=|must match pattern|multiple of|ZodError|undefined|NaN/;

interface Field {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
}

/** Values that a field of that schema should refuse, each with what the sentence has to say of what is taken. */
function* broken(field: Field): Generator<readonly [value: unknown, says: RegExp]> {
  if (field.const !== undefined) {
    yield ['five', new RegExp(String(field.const))];
    return;
  }
  const { type } = field;
  if (field.enum) {
    for (const value of ['no such choice', 17, null, [], {}]) {
      if (field.enum.includes(value)) continue;
      yield [value, new RegExp(JSON.stringify(field.enum[0]).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))];
    }
    return;
  }
  if (type === 'string') {
    const says = field.format ? /date|moment|time|address/ : /text|code|number|digits|date|such as/;
    for (const value of [5, true, null, [], {}]) yield [value, says];
    for (const value of ['', '   ', '!', '~'.repeat((field.maxLength ?? 100_000) + 1)]) yield [value, says];
  }
  if (type === 'number' || type === 'integer') {
    for (const value of ['five', '5', true, null, [], {}]) yield [value, /number/];
    const bounds: [number | undefined, number][] = [
      [field.minimum, -1],
      [field.exclusiveMinimum, 0],
      [field.maximum, 1],
    ];
    for (const [bound, step] of bounds) {
      if (bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER)
        yield [bound + step, new RegExp(String(bound).replace(/[.+]/g, '\\$&'))];
    }
    if (type === 'integer') yield [(field.minimum ?? 0) + 0.5, /whole number/];
  }
  if (type === 'boolean') for (const value of ['yes', 1, null]) yield [value, /true or false/];
  if (type === 'array') {
    for (const value of ['x', 4, null, {}]) yield [value, /list/];
    if (field.minItems) yield [[], new RegExp(String(field.minItems))];
    if (field.maxItems !== undefined)
      yield [Array(field.maxItems + 1).fill('x y z'), new RegExp(String(field.maxItems))];
    for (const [value, says] of broken(field.items ?? {})) yield [[value], says];
  }
  if (type === 'object') for (const value of ['x', 4, null, []]) yield [value, /object/];
}

/** Every field of an input schema with its path; one level of objects is looked into. */
function* fieldsOf(
  schema: Field,
  before: readonly string[] = [],
): Generator<readonly [path: readonly string[], Field]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [[...before, name], field];
    if (field.properties) yield* fieldsOf(field, [...before, name]);
  }
}

const withValue = (args: Readonly<Record<string, unknown>>, path: readonly string[], value: unknown): object => {
  const [name = '', ...rest] = path;
  const inner = (args[name] ?? {}) as Readonly<Record<string, unknown>>;
  return { ...args, [name]: rest.length > 0 ? withValue(inner, rest, value) : value };
};

function refusal(tool: Tool, args: unknown): ServiceError | undefined {
  try {
    validateInput(tool, args);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

const baseOf = (tool: Tool) => tool.examples[0]?.arguments ?? {};

function expectPlain(tool: Tool, error: ServiceError): void {
  const words = [error.detail, ...error.issues.map(({ message }) => message)].join('\n');
  expect(words).not.toMatch(libraryWords);
  expect(words).not.toMatch(/any value/);
  const { example } = error.extra as { example?: unknown };
  expect(refusal(tool, example), `${tool.name}: the example is valid`).toBeUndefined();
}

describe.each(registry.tools.map((tool) => ({ name: tool.name, tool })))('$name', ({ tool }) => {
  const schema = tool.inputJsonSchema as Field & { required?: readonly string[] };

  it('says in plain words what a field takes, whatever is wrong with it', () => {
    for (const [path, field] of fieldsOf(schema)) {
      let refused = 0;
      for (const [value, says] of broken(field)) {
        const error = refusal(tool, withValue(baseOf(tool), path, value));
        if (!error) continue;
        refused++;
        const named = error.issues.find((issue) => issue.path.startsWith(path.join('.')));
        // an optional object that the example leaves out: what it lacks besides is said too, and a value may be good
        const around = path.slice(0, -1).join('.');
        const isOfSiblings =
          !named && around !== '' && error.issues.every((issue) => issue.path.startsWith(`${around}.`));
        if (isOfSiblings) continue;
        expect(named, `${path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}: ${error.detail}`).toBeDefined();
        expect(named?.message, JSON.stringify(value)?.slice(0, 60)).toMatch(says);
        expect(named?.message).toContain(path.at(-1));
        expectPlain(tool, error);
      }
      expect(refused, path.join('.')).toBeGreaterThan(0);
    }
  });

  it('names a field that it does not have, one that is missing, and what is no object', () => {
    const unknown = refusal(tool, { ...baseOf(tool), noSuchField: 1 });
    expect(unknown?.issues[0]).toMatchObject({ path: 'noSuchField', code: 'unknown_field' });
    for (const name of Object.keys(schema.properties ?? {})) expect(unknown?.detail).toContain(name);
    if (unknown) expectPlain(tool, unknown);
    for (const name of schema.required ?? []) {
      const { [name]: _, ...rest } = baseOf(tool);
      const missing = refusal(tool, rest);
      // one that is required and has a default all the same: it is taken for granted where it is left out
      if (schema.properties?.[name]?.default !== undefined) {
        expect(missing).toBeUndefined();
        continue;
      }
      expect(missing?.detail).toContain(`${name} is missing; it takes `);
      if (missing) expectPlain(tool, missing);
    }
    for (const given of ['text', 4, [], true]) {
      const error = refusal(tool, given);
      expect(error?.detail).toMatch(/this tool takes one object/);
      if (error) expectPlain(tool, error);
    }
  });
});

describe('a refusal of input', () => {
  const schema = z.strictObject({
    side: z.union([z.literal('left'), z.number().max(3)]),
    size: z.strictObject({ feet: z.int().min(1).max(9).multipleOf(2) }).optional(),
    places: z.array(z.strictObject({ zip: z.string().regex(/^\d{5}$/, 'a five-digit ZIP code') })).optional(),
    page: z.url().optional(),
    day: z.iso.date().optional(),
  });
  const said = (given: unknown) => {
    const read = readInput(schema, given);
    return 'issues' in read ? faultText(read.issues) : undefined;
  };

  it.each([
    [{ side: 'right' }, 'side takes "left", or a number at most 3; a text of 5 characters was given'],
    [{ side: 'left', size: { feet: 3 } }, 'size.feet takes a whole number from 1 to 9, in steps of 2; 3 was given'],
    [{ side: 'left', size: 4 }, 'size takes an object with feet; 4 was given'],
    [{ side: 'left', size: { feet: 2, inches: 1 } }, 'inches is not a field of size; it takes feet'],
    [
      { side: 'left', places: [{ zip: '1' }] },
      'places.0.zip takes a five-digit ZIP code; a text of 1 character was given',
    ],
    [{ side: 'left', places: [{}] }, 'places.0.zip is missing; it takes a text'],
    [{ side: 'left', page: 'x' }, 'page takes a web address; a text of 1 character was given'],
    [{ side: 'left', day: '' }, 'day takes a date written YYYY-MM-DD; an empty text was given'],
    [{ side: 'left', size: { feet: '4' } }, 'a text was given: send the number without quotes'],
    [null, 'the input takes one object with side, size, places, page, day; null was given'],
  ])('%j', (given, words) => expect(said(given)).toContain(words));

  it('of settings names each and repeats no value', () => {
    const env = { PORT: 'secret', SVC_REDIS_URL: 'secret', SVC_LOG_LEVEL: 'secret', SVC_EVIDENCE_DAYS: '99999' };
    let problems: readonly string[] = [];
    try {
      readConfig(env);
    } catch (error) {
      problems = error instanceof ConfigError ? error.problems : [];
    }
    expect(problems).toEqual([
      'PORT takes a whole number from 0 to 65535',
      'SVC_REDIS_URL takes a Redis address that begins with redis:// or rediss://',
      'SVC_LOG_LEVEL takes one of "trace", "debug", "info", "warn", "error", "silent"',
      'SVC_EVIDENCE_DAYS takes a whole number from 0 to 3650',
    ]);
  });
});

it.each([
  ['svc_flood_zone', { zip: '27601' }, 'put the ZIP into address', { address: '27601' }],
  ['svc_lane_availability', { address: '27601' }, 'put the place into place', { place: '27601' }],
])('says into which field of %s the place of %j goes, with the call', (name, given, says, args) => {
  const tool = registry.freeTool(name) as Tool;
  const error = refusal(tool, given);
  expect(error?.detail).toContain(says);
  expect(error?.extra?.call).toEqual({ name, arguments: args });
  expect(refusal(tool, args)).toBeUndefined();
});

it('names the text that is too long where its pattern passes the stack there is', () => {
  const pairs = z.strictObject({ file: z.strictObject({ data: z.string().regex(/^(?:[a-z]{4})*(?:[a-z]{2}==)?$/) }) });
  const read = readInput(pairs, { file: { data: 'a'.repeat(9_000_000) } });
  expect('issues' in read && read.issues).toEqual([
    { path: 'file.data', code: 'too_big', message: 'file.data is a text too long to be read: 9000000 characters' },
  ]);
});
