import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** AGENTS.md names the same bound. */
const mostLines = 350;

const files = ['src', 'tools'].flatMap((folder) => {
  const root = join(import.meta.dirname, '..', folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
    .map((name) => ({
      name: join(folder, name),
      lines: readFileSync(join(root, name), 'utf8').split('\n').length - 1,
    }));
});

test(`no file of src and tools has more than ${mostLines} lines`, () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter(({ lines }) => lines > mostLines)).toEqual([]);
});
