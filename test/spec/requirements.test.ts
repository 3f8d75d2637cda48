import { expect, test } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { requirements } from './requirements-list.ts';

const registry = shippedRegistry();

test('a rule waits only for routes that do not exist: the first that exists asks for its proof', () => {
  const stale = requirements.filter(({ waitsFor }) => waitsFor?.some((slug) => registry.paidTool(slug)));
  expect(stale.map(({ id }) => id)).toEqual([]);
});

test('ids are unique', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
});
