import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { requirements } from './requirements.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cited = new Set(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(`${root}/${path}`, 'utf8').matchAll(/\bproves\(([^)]*)\)/g)])
    .flatMap(([, ids = '']) => [...ids.matchAll(/'([^']+)'/g)].map(([, id]) => id)),
);

test('every rule is proved by a test or says why it cannot be yet', () => {
  expect(requirements.filter(({ id, notYet }) => !notYet && !cited.has(id)).map(({ id }) => id)).toEqual([]);
});

test('a rule that a test proves is no longer postponed', () => {
  expect(requirements.filter(({ id, notYet }) => notYet && cited.has(id)).map(({ id }) => id)).toEqual([]);
});

test('ids are unique', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
});
