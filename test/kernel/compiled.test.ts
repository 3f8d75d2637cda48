import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Registry } from '../../src/catalog/registry.ts';
import { toolIndex } from '../../src/composition/shipped-registry.ts';
import { compiledWhenOften } from '../../src/kernel/compiled.ts';
import { readGolden } from '../example-answers.ts';

const registry = new Registry(toolIndex);

/** The schema after so many reads that it is compiled. */
function often<S extends z.ZodType>(schema: S): S {
  for (let read = 0; read < 200; read++) compiledWhenOften(schema);
  return compiledWhenOften(schema);
}

/** What a schema makes of a value, the order of fields included, or everything that it says against it. */
function reading(schema: z.ZodType, value: unknown): string {
  const read = schema.safeParse(value);
  return JSON.stringify(read.success ? read.data : read.error.issues);
}

/** A value with something wrong: a field too many, one missing, one of another kind; on the way down its first object. */
function broken(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [null, 5, 'text', [value]];
  const entries = Object.entries(value);
  const inner = entries.find(([, field]) => typeof field === 'object' && field !== null && !Array.isArray(field));
  return [
    { ...value, unknownField: 1 },
    Object.fromEntries(entries.slice(1)),
    Object.fromEntries(entries.map(([name, field], at) => [name, at === 0 ? { not: 'this' } : field])),
    ...(inner ? broken(inner[1]).map((field) => ({ ...value, [inner[0]]: field })) : []),
  ];
}

describe('a schema that is read often', () => {
  it('is compiled after some reads, not at the first', () => {
    const schema = z.strictObject({ from: z.iso.date() });
    expect(compiledWhenOften(schema)).toBe(schema);
    expect(often(schema)).not.toBe(schema);
  });

  it.each(registry.tools.map((tool) => ({ tool, name: tool.name })))('$name says the same', ({ tool, name }) => {
    const answers = Object.values(readGolden(name) as object);
    const values = [
      { schema: tool.input as z.ZodType, given: tool.examples.map((example) => example.arguments) },
      { schema: tool.output as z.ZodType, given: answers },
    ];
    for (const { schema, given } of values) {
      const compiled = often(schema);
      for (const value of given.flatMap((one) => [one, ...broken(one)]))
        expect(reading(compiled, value)).toBe(reading(schema, value));
    }
  });

  it('most schemas of answers can be compiled', () => {
    const compiled = registry.tools.filter((tool) => often(tool.output as z.ZodType) !== tool.output);
    expect(compiled.length / registry.tools.length).toBeGreaterThan(0.9);
  });
});
