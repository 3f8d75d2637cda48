import { expect, test } from 'vitest';
import type { z } from 'zod';
import { shippedRegistry } from '../../../src/composition/shipped-registry.ts';
import { briefForms } from '../../../src/products/copies/document.ts';
import { briefNames } from '../../../src/products/shared/document/brief.ts';

type Shapes = readonly { readonly shape?: z.ZodRawShape }[];

/** Fields of the body that a route sells, where it is a brief. */
const soldFields = ({ options = [] }: { readonly options?: Shapes }) =>
  options.flatMap(({ shape = {} }) => ('sections' in shape && 'coverage' in shape ? [Object.keys(shape)] : []));

const briefs = shippedRegistry().paid.flatMap(({ slug, output }) =>
  soldFields(output as unknown as { options?: Shapes }).map((fields) => ({ slug, fields })),
);

test('there are twenty briefs', () => expect(briefs.length).toBeGreaterThan(15));

test.each(briefs)('$slug: every field is drawn by name', ({ fields }) => {
  const drawn = new Set([...briefNames, ...briefForms.flatMap(({ names }) => names)]);
  expect(fields.filter((name) => !drawn.has(name))).toEqual([]);
});
