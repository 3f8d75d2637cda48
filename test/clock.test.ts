import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runningTestClock, testClock, testDay } from './clock.ts';

const root = join(import.meta.dirname, '..');
const folders = ['src', 'tools', 'resources', 'prompts', 'test'];
// this file quotes what it looks for, and the other one is what moves Date
const leftOut = ['test/clock.test.ts', 'test/shift-clock.mjs'];
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => !leftOut.includes(path)),
);

/** Where code reads the time of day by itself: `new Date()`, `new Date`, `Date()`, `Date.now`, `performance.timeOrigin`. */
const readings =
  /\bnew\s+Date\b(?!\s*(?:\(\s*[^\s)]|[\w$]))|(?<!new\s+)\bDate\(\s*\)|\bDate\.now\b|\bperformance\.timeOrigin\b/g;
const marked = /\/\/ real time: \w+/;

/** Files with a reading that the clock of the service cannot give; each such line says why beside it. */
const exceptions = [
  'src/config/clock.ts',
  'src/sources/http/cache-file.ts',
  'src/sources/http/cache.ts',
  'src/sources/http/cache.ts',
  'test/clock.ts',
  'test/jobs/house.ts',
];

interface Found {
  readonly path: string;
  readonly line: number;
  readonly reasoned: boolean;
}

function find(path: string, text: string, pattern: RegExp): Found[] {
  const lines = text.split('\n');
  return [...text.matchAll(pattern)].map(({ index }) => {
    const line = text.slice(0, index).split('\n').length;
    const reasoned = [lines[line - 1], lines[line - 2]].some((near) => marked.test(near ?? ''));
    return { path, line, reasoned };
  });
}
const findAll = (pattern: RegExp) =>
  sources.flatMap((path) => find(path, readFileSync(join(root, path), 'utf8'), pattern));

test.each([
  'new Date()',
  'new Date( )',
  'new Date',
  '[new Date]',
  'new Date().getTime()',
  'new\n Date()',
  'Date()',
  'now = Date.now',
  'Date.now()',
  'performance.timeOrigin',
])('%j is a reading of the real time', (text) => {
  expect(find('sample.ts', text, readings)).toHaveLength(1);
});

test.each(["new Date('2026-11-21')", 'new Date(\n  now)', 'new DateParts()', 'clock: () => Date;', 'Date.parse(text)'])(
  '%j is none',
  (text) => {
    expect(find('sample.ts', text, readings)).toEqual([]);
  },
);

test('the time is read from the clock that the service hands down, but for listed lines with their reason', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = findAll(readings);
  expect(found.filter(({ reasoned }) => !reasoned)).toEqual([]);
  expect(found.map(({ path }) => path).sort()).toEqual(exceptions);
});

test('texts are compared and numbers are written in a named language, whatever that of the machine is', () => {
  const unnamed = /\.toLocale\w+\(\s*\)|\.localeCompare\((?:[^(),']|'[^']*'|\((?:[^()]|\([^()]*\))*\))*\)/g;
  expect(find('sample.ts', "a.localeCompare(b.name ?? ''); (1).toLocaleString()", unnamed)).toHaveLength(2);
  expect(find('sample.ts', "a.localeCompare(b, 'en'); (1).toLocaleString('en-US')", unnamed)).toEqual([]);
  expect(findAll(unnamed)).toEqual([]);
});

test('a test has its day, and a clock that runs begins there', () => {
  expect(testClock()).toEqual(new Date(testDay));
  const running = runningTestClock();
  const [first, second] = [running().getTime(), running().getTime()];
  expect(second).toBeGreaterThanOrEqual(first);
  expect(first - Date.parse(testDay)).toBeLessThan(60_000);
});
