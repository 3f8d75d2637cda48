type SchemaNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

const anyValue = 'any value';

const forms: Readonly<Record<string, string>> = {
  date: 'a date written YYYY-MM-DD',
  'date-time': 'a moment written YYYY-MM-DDThh:mm:ssZ',
  time: 'a time written hh:mm:ss',
  uri: 'a web address',
  email: 'an e-mail address',
  uuid: 'a UUID',
};

/** "of 3 to 240 characters", "of at most 8 entries"; empty where nothing bounds it. */
function size(least: number | undefined, most: number | undefined, one: string, many = `${one}s`): string {
  const named = (count: number) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
  if (least !== undefined && least > 0 && most !== undefined)
    return least === most ? ` of exactly ${named(most)}` : ` of ${least} to ${named(most)}`;
  if (most !== undefined) return ` of at most ${named(most)}`;
  return least !== undefined && least > 1 ? ` of at least ${named(least)}` : '';
}

/** "from -90 to 90", "above 0 and at most 2000"; empty where nothing bounds it. */
function range(node: SchemaNode): string {
  const [least, above] = [numberIn(node.minimum), numberIn(node.exclusiveMinimum)];
  const [most, below] = [numberIn(node.maximum), numberIn(node.exclusiveMaximum)];
  if (least !== undefined && most !== undefined && above === undefined && below === undefined)
    return ` from ${least} to ${most}`;
  const from = above !== undefined ? `above ${above}` : least !== undefined ? `of at least ${least}` : undefined;
  const to = below !== undefined ? `below ${below}` : most !== undefined ? `at most ${most}` : undefined;
  const both = [from, to].filter((part) => part !== undefined);
  return both.length > 0 ? ` ${both.join(' and ')}` : '';
}

const quoted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

function numberWords(node: SchemaNode): string {
  const step = numberIn(node.multipleOf);
  const whole = node.type === 'integer' || step === 1;
  const kind = whole ? 'a whole number' : 'a number';
  return `${kind}${range(node)}${step !== undefined && step !== 1 ? `, in steps of ${step}` : ''}`;
}

function textWords(node: SchemaNode): string {
  const form = typeof node.format === 'string' ? forms[node.format] : undefined;
  if (form !== undefined) return form;
  const bounded = `a text${size(numberIn(node.minLength), numberIn(node.maxLength), 'character')}`;
  const says = typeof node.description === 'string' ? ` (${node.description})` : '';
  return node.pattern === undefined ? bounded : `${bounded}${says}`;
}

function listWords(node: SchemaNode): string {
  const bounds = size(numberIn(node.minItems), numberIn(node.maxItems), 'entry', 'entries');
  const each = isNode(node.items) ? takes(node.items) : anyValue;
  return `a list${bounds}${each === anyValue ? '' : `, each ${each}`}`;
}

/** The names of an object's fields after `before`; empty where it names none. */
export function listed(before: string, node: SchemaNode): string {
  const names = isNode(node.properties) ? Object.keys(node.properties) : [];
  return names.length > 0 ? `${before}${names.join(', ')}` : '';
}

/**
 * What a part of a JSON Schema takes, in words that fit after "takes": kind, bounds, choices, form. A field's unit is in
 * its name.
 */
export function takes(node: SchemaNode): string {
  const choices = [node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isNode) : []));
  if (choices.length > 0) return [...new Set(choices.map(takes))].join(', or ');
  if ('const' in node) return JSON.stringify(node.const);
  if (Array.isArray(node.enum)) return `one of ${quoted(node.enum)}`;
  if (node.type === 'number' || node.type === 'integer') return numberWords(node);
  if (node.type === 'string') return textWords(node);
  if (node.type === 'boolean') return 'true or false';
  if (node.type === 'array') return listWords(node);
  if (node.type === 'object') return `an object${listed(' with ', node)}`;
  return node.type === 'null' ? 'null' : anyValue;
}
