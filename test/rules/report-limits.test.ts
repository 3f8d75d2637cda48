import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitInReport, reportLimits } from '../../src/rules/report-limits.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Every text of the folders that limits are written in, and of the kept answers, as a reader would see it. */
function texts(): string {
  return ['src', 'tools', 'data/rules', 'data/jurisdictions', 'test/golden']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|json|csv)$/.test(file) && !file.endsWith('report-limits.csv'))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    )
    .join('\n')
    .replaceAll(/\\(["'`])/g, '$1');
}

test('every sentence that a report says shorter is one that an answer still gives', () => {
  const all = texts();
  expect(
    reportLimits()
      // what a publisher's records count stands in its file without the words that a report puts before it
      .map(({ limit }) => limit.replace(/^(?:Counts|Does not count): /, ''))
      .filter((limit) => !all.includes(limit)),
  ).toEqual([]);
});

test('a sentence that the table does not name stays as it is', () => {
  expect(limitInReport('A limit that nobody wrote down.')).toBe('A limit that nobody wrote down.');
});
