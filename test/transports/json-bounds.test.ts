import { expect, it } from 'vitest';
import { exceededBound, maxDepth, maxMembers } from '../../src/transports/json-bounds.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it('accepts what nests as deep as allowed and refuses one level more', () => {
  expect(exceededBound(nested(maxDepth))).toBeUndefined();
  expect(exceededBound(nested(maxDepth + 1))).toBe('too_deep');
  expect(exceededBound(`{"a":${nested(maxDepth)}}`)).toBe('too_deep');
  expect(exceededBound('['.repeat(950_000))).toBe('too_deep');
  expect(exceededBound(`[${'[],'.repeat(100)}[]]`)).toBeUndefined();
});

it('accepts as many members as allowed', () => {
  expect(exceededBound(JSON.stringify(Array.from({ length: maxMembers }, () => 0)))).toBeUndefined();
  expect(exceededBound(JSON.stringify(Array.from({ length: maxMembers + 1 }, () => 0)))).toBe('too_many_members');
  expect(
    exceededBound(JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, n])))),
  ).toBe('too_many_members');
});

it('counts nothing inside a string, whatever it escapes', () => {
  const text = `${'[{,'.repeat(maxMembers)}"\\`;
  expect(exceededBound(JSON.stringify({ [text]: [text, `${text}\\`, '\\"', ''] }))).toBeUndefined();
  expect(exceededBound(JSON.stringify(['\\', JSON.parse(nested(maxDepth))]))).toBe('too_deep');
});

it('ends at a text that is no JSON', () => {
  for (const text of ['', '"', '"\\', '"\\"', ']]]', 'x']) expect(exceededBound(text)).toBeUndefined();
});
