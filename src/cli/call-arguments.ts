import { fail } from './terminal.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const isArray = (node: Node | undefined) => node?.type === 'array';

/** Schema of a dotted field; undefined where the tool has none of that name. */
const nodeOf = (schema: Node, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, key) => {
    const found = isNode(node?.properties) ? node.properties[key] : undefined;
    return isNode(found) ? found : undefined;
  }, schema);

/** A list of codes or numbers may be written with commas; a free text may contain commas. */
const hasPlainItems = ({ items }: Node) =>
  isNode(items) && (items.type === 'number' || items.type === 'integer' || 'enum' in items || 'pattern' in items);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a text in a field of that schema; what does not fit stays a text, and is refused by the tool. */
function typedValue(text: string, node: Node | undefined): unknown {
  if (node?.type === 'number' || node?.type === 'integer')
    return /^-?(\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : text;
  if (node?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (node?.type === 'object') return jsonIn(text) ?? text;
  return text;
}

function listOf(texts: readonly string[], node: Node): readonly unknown[] {
  const [only = ''] = texts;
  const asJson = texts.length === 1 && only.startsWith('[') ? jsonIn(only) : undefined;
  if (Array.isArray(asJson)) return asJson;
  const parts = hasPlainItems(node) ? texts.flatMap((text) => text.split(',').map((part) => part.trim())) : texts;
  const item = isNode(node.items) ? node.items : undefined;
  return parts.map((part) => typedValue(part, item));
}

function setAt(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = isNode(target[key]) ? { ...target[key] } : {};
  setAt(inner, rest, value);
  target[key] = inner;
}

function fromPairs(words: readonly string[], schema: Node): Readonly<Record<string, unknown>> {
  const given = new Map<string, string[]>();
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1)
      fail(`"${word}" is no argument: write key=value, for example place=27601, or one JSON object in quotes`);
    const [key, text] = [word.slice(0, at), word.slice(at + 1)];
    given.set(key, [...(given.get(key) ?? []), text]);
  }
  const args: Record<string, unknown> = {};
  for (const [key, texts] of given) {
    const path = key.split('.');
    if (path.some((part) => part === '' || part === '__proto__')) fail(`"${key}" is no name of a field`);
    const node = nodeOf(schema, path);
    if (texts.length > 1 && !isArray(node)) fail(`${key} is given twice and takes one value`);
    setAt(args, path, node && isArray(node) ? listOf(texts, node) : typedValue(texts[0] ?? '', node));
  }
  return args;
}

/**
 * Arguments of a call as they were typed: one JSON object, or `key=value` words, typed by the tool's published schema
 * (numbers, true and false, lists by a repeated key or, for codes and numbers, by commas; `outer.inner=value`).
 */
export function callArguments(words: readonly string[], schema: Node): unknown {
  const [first] = words;
  if (first === undefined) return {};
  if (!/^\s*[{[]/.test(first)) {
    if (words.some((word) => /^\s*\{/.test(word))) fail('give either one JSON object or key=value words, not both');
    return fromPairs(words, schema);
  }
  if (words.length > 1) fail('give either one JSON object or key=value words, not both');
  const parsed = jsonIn(first);
  return parsed !== undefined
    ? parsed
    : fail(`the arguments are not JSON: give one object in quotes, for example '{"place":"27601"}', or place=27601`);
}
