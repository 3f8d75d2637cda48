import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolIndex } from '../../src/composition/shipped-registry.ts';

it('every tool has a test file at the mirrored path', () => {
  const tests = new Set(
    readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/')),
  );
  const missing = toolIndex
    .map(({ category, file }) => join(category, `${file}.test.ts`).replaceAll('\\', '/'))
    .filter((path) => !tests.has(path));
  expect(missing).toEqual([]);
});
