import { z } from 'zod';
import type { Issue } from '../kernel/errors.ts';
import { listed, takes } from './schema-words.ts';

type ZodIssue = z.core.$ZodIssue;
export type SchemaNode = Readonly<Record<string, unknown>>;

/** What a reader makes of input: the parsed value, or one sentence for each thing that is wrong with it. */
export type Read<T> = { readonly data: T } | { readonly issues: readonly Issue[] };

export interface ReadOptions {
  /** The published JSON Schema; made of the schema where absent. */
  readonly published?: SchemaNode;
  /** What the whole is called in a sentence, for example `this tool`. */
  readonly whole?: string;
  /** Says nothing of what was given: settings may be secrets. */
  readonly secret?: boolean;
}

const made = new WeakMap<z.ZodType, SchemaNode>();

function publishedOf(schema: z.ZodType): SchemaNode {
  const known = made.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode);
  made.set(schema, known);
  return known;
}

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const branchesOf = (node: SchemaNode): readonly SchemaNode[] =>
  [node.anyOf, node.oneOf, node.allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isNode) : []));

/** The target of a reference within the same schema; every other node is itself. */
function target(node: SchemaNode, root: SchemaNode): SchemaNode {
  if (typeof node.$ref !== 'string') return node;
  const found = node.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), root);
  return isNode(found) ? found : {};
}

function member(at: SchemaNode, key: PropertyKey, root: SchemaNode): SchemaNode | undefined {
  const node = target(at, root);
  const { properties, prefixItems, items, additionalProperties } = node;
  const direct =
    typeof key === 'number'
      ? ((Array.isArray(prefixItems) ? prefixItems[key] : undefined) ?? items)
      : ((isNode(properties) ? properties[String(key)] : undefined) ?? additionalProperties);
  if (isNode(direct)) return target(direct, root);
  for (const branch of branchesOf(node)) {
    const found = member(branch, key, root);
    if (found) return found;
  }
  return undefined;
}

const nodeAt = (root: SchemaNode, path: readonly PropertyKey[]): SchemaNode =>
  path.reduce<SchemaNode>((node, key) => member(node, key, root) ?? {}, root);

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What was given, without repeating a text: it may be private. */
function givenWords(value: unknown, node: SchemaNode): string {
  if (value === null) return 'null was given';
  if (Array.isArray(value)) return `a list of ${counted(value.length, 'entry').replace('entrys', 'entries')} was given`;
  if (typeof value === 'number') return `${Number.isNaN(value) ? 'no number' : value} was given`;
  if (typeof value === 'boolean') return `${value} was given`;
  if (typeof value !== 'string') return 'an object was given';
  const length = value.trim().length;
  if (length === 0) return 'an empty text was given';
  const isNumeric = /^-?\d+(\.\d+)?$/.test(value.trim()) && (node.type === 'number' || node.type === 'integer');
  return isNumeric
    ? 'a text was given: send the number without quotes'
    : `a text of ${counted(length, 'character')} was given`;
}

interface Situation {
  readonly root: SchemaNode;
  readonly given: unknown;
  readonly options: ReadOptions;
}

function unknownKeys(keys: readonly string[], path: string, node: SchemaNode, whole: string): Issue[] {
  const known = isNode(node.properties) ? Object.keys(node.properties) : [];
  const wanted = known.length > 0 ? known.join(', ') : 'none';
  return keys.map((key) => ({
    path: path ? `${path}.${key}` : key,
    code: 'unknown_field',
    message: `${key} is not ${path ? `a field of ${path}` : `an argument of ${whole}`}; it takes ${wanted}`,
  }));
}

/** A sentence of a schema's own: a rule between fields, or the meaning of a pattern. */
function ownWords(issue: ZodIssue, path: string): string | undefined {
  if (issue.message === '') return undefined;
  return issue.code === 'custom' || !path ? issue.message : `${path} takes ${issue.message}`;
}

function toIssues(issue: ZodIssue, { root, given, options }: Situation): Issue[] {
  const path = issue.path.map(String).join('.');
  const node = nodeAt(root, issue.path);
  const whole = options.whole ?? 'the input';
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path, node, whole);
  const code = issue.code === 'invalid_value' ? 'not_allowed' : issue.code;
  const value = valueAt(given, issue.path);
  if (value === undefined && path && issue.code !== 'custom')
    return [{ path, code, message: `${path} is missing; it takes ${takes(node)}` }];
  const own = ownWords(issue, path);
  const said = options.secret || issue.code === 'custom' ? '' : `; ${givenWords(value, node)}`;
  if (own !== undefined) return [{ path, code, message: `${own}${said}` }];
  const wanted = `${path || whole} takes ${path ? takes(node) : `one object${listed(' with ', node)}`}`;
  return [{ path, code, message: `${wanted}${said}` }];
}

/** The longest text of an input, with its path. */
function longestText(given: unknown, path = ''): { path: string; length: number } {
  if (typeof given === 'string') return { path, length: given.length };
  if (typeof given !== 'object' || given === null) return { path, length: 0 };
  return Object.entries(given)
    .map(([name, value]) => longestText(value, path ? `${path}.${name}` : name))
    .reduce((most, one) => (one.length > most.length ? one : most), { path, length: 0 });
}

function tooLong(given: unknown): Issue {
  const { path, length } = longestText(given);
  return {
    path,
    code: 'too_big',
    message: `${path || 'the input'} is a text too long to be read: ${length} characters`,
  };
}

/** Undefined where the input passes what a pattern's engine has of stack: a text of megabytes in a field of a line. */
function parse<S extends z.ZodType>(schema: S, given: unknown) {
  try {
    // an empty message tells a sentence of the schema's own from one of the library
    return schema.safeParse(given, { error: () => '' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Parses input from outside. What is refused comes back as sentences that name the field, say what it takes (kind,
 * range, choices, form) and what kind of thing was given; the words of the schema library never appear.
 */
export function readInput<S extends z.ZodType>(
  schema: S,
  given: unknown,
  options: ReadOptions = {},
): Read<z.output<S>> {
  const parsed = parse(schema, given);
  if (!parsed) return { issues: [tooLong(given)] };
  if (parsed.success) return { data: parsed.data };
  const situation = { root: options.published ?? publishedOf(schema), given, options };
  return { issues: parsed.error.issues.flatMap((issue) => toIssues(issue, situation)) };
}

/** The sentences of a refusal as one; a schema's own rule is put behind its field. */
export const faultText = (issues: readonly Issue[]): string =>
  issues.map(({ path, code, message }) => (code === 'custom' && path ? `${path}: ${message}` : message)).join('; ');
