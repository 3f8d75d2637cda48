import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { expressionsOf, readJudged, repeats } from './expressions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('every regular expression was examined: none takes more than the square of its text, and those that do have short texts', () => {
  const { linear, quadratic } = readJudged();
  const examined = new Set([...linear, ...Object.keys(quadratic)]);
  const written = expressionsOf(root);
  const unexamined = [...written].filter(([expression]) => repeats(expression) && !examined.has(expression));
  expect(unexamined, 'run `npm run expressions`').toEqual([]);
  expect([...examined].filter((expression) => !written.has(expression))).toEqual([]);
  expect(linear.filter((expression) => expression in quadratic)).toEqual([]);
  for (const [expression, bound] of Object.entries(quadratic)) expect(bound, expression).toMatch(/\S/);
});
