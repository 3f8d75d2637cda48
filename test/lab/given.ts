import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;
/** JSON that a schema describes, as an arbitrary of fast-check. */
type Given = fc.Arbitrary<unknown>;

const deepest = 6;

/** The part of a document that a reference such as `#/components/schemas/X` names. */
export const partOf = (document: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      return (at as Record<string, unknown> | undefined)?.[name];
    }, document);

const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

function textOf({ minLength, maxLength, pattern, format }: Schema): Given {
  const [least, most] = [numberOf(minLength, 0), numberOf(maxLength, 60)];
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl();
  // expressions that look around are beyond the generator
  if (typeof pattern === 'string' && !/\(\?[=!<]/.test(pattern)) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.min(most, least + 60) });
}

function numbersOf({ type, minimum, maximum, exclusiveMinimum }: Schema): Given {
  const min = numberOf(minimum ?? exclusiveMinimum, -1000);
  const max = Math.max(min, numberOf(maximum, min + 100_000));
  if (type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.double({ min, max, noNaN: true });
}

/** What a schema takes, about: bounds of lists of a length, texts and numbers are kept, finer conditions are not. */
export function given(schema: unknown, document: unknown, depth = 0): Given {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return fc.jsonValue({ maxDepth: 1 });
  const of = (inner: unknown) => given(inner, document, depth + 1);
  const { $ref, anyOf, oneOf, allOf, type, enum: values } = schema as Schema;
  if (typeof $ref === 'string') return of(partOf(document, $ref));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  const choices = (anyOf ?? oneOf) as readonly unknown[] | undefined;
  if (choices?.length) return fc.oneof(...choices.map(of));
  if (Array.isArray(allOf)) return fc.tuple(...allOf.map(of)).map((parts) => Object.assign({}, ...(parts as object[])));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => of({ ...schema, type: one })));
  return byType(schema as Schema, of);
}

function byType(schema: Schema, of: (inner: unknown) => Given): Given {
  const { type, items, prefixItems, minItems, maxItems, properties = {}, required = [] } = schema;
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'integer':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map(of));
      const least = numberOf(minItems, 0);
      return fc.array(of(items), { minLength: least, maxLength: Math.min(numberOf(maxItems, 5), least + 5) });
    }
    case 'object': {
      const members = Object.entries(properties as Record<string, unknown>).map(([name, one]) => [name, of(one)]);
      return fc.record(Object.fromEntries(members), { requiredKeys: required as never[] });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}
