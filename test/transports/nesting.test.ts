import { expect, it } from 'vitest';
import { maxDepth, nestsTooDeep } from '../../src/transports/nesting.ts';

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

it('takes what nests as deep as allowed and refuses one level more', () => {
  expect(nestsTooDeep(nested(maxDepth + 1))).toBe(false);
  expect(nestsTooDeep(nested(maxDepth + 2))).toBe(true);
  expect(nestsTooDeep({ a: { b: nested(2) } }, 2)).toBe(true);
});

it('reads wide and very deep values without overflowing', () => {
  expect(nestsTooDeep(Array.from({ length: 100_000 }, () => ({})))).toBe(false);
  expect(nestsTooDeep(nested(5_000))).toBe(true);
  expect(nestsTooDeep(null)).toBe(false);
});
