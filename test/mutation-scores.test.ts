import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Score {
  /** Share of the changes of a file that a test notices, in percent; null where nothing can be changed. */
  readonly score: number | null;
  readonly tests: readonly string[];
}

const root = join(import.meta.dirname, '..');
const scores = Object.entries(
  JSON.parse(readFileSync(join(import.meta.dirname, 'mutation-scores.json'), 'utf8')) as Record<string, Score>,
);

// written by `node scripts/mutation.mjs --write`: this test measures nothing, it keeps the record honest
describe('measured mutation scores', () => {
  it.each(scores)('%s stands with its tests, at 80 %% or more', (file, { score, tests }) => {
    expect([file, ...tests].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(score ?? 100).toBeGreaterThanOrEqual(80);
  });
});
