import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { limitInReport, limitOf, limitRows } from '../../src/rules/limits.ts';
import { nextCheckRows, nextChecks } from '../../src/rules/next-checks.ts';
import { designInputs } from '../../src/sources/usgs-designmaps/client.ts';

const root = new URL('../..', import.meta.url).pathname;

const named = new Set(
  ['src', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(root, folder, file), 'utf8').matchAll(/limitOf\('([^']+)'\)/g)])
      .map(([, id]) => id),
  ),
);

test('every line of the table is a limit that somebody states, once', () => {
  const ids = limitRows().map(({ id }) => id);
  expect(ids.filter((id) => !named.has(id))).toEqual([]);
  expect([...named].filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(limitRows().map(({ text }) => text)).size).toBe(ids.length);
});

test('what a report says is no longer than the limit itself', () => {
  expect(limitRows().filter(({ text, inReport }) => inReport.length > text.length)).toEqual([]);
});

test('the inputs of the design values are those that they are computed for', () => {
  expect(limitOf('seismic.inputs')).toContain(
    `risk category ${designInputs.riskCategory} and site class "${designInputs.siteClass}"`,
  );
});

test('a limit that the table does not name stays as it is, and an unknown id is a bug', () => {
  expect(limitInReport('A limit that no one wrote down.')).toBe('A limit that no one wrote down.');
  expect(() => limitOf('unknown.limit')).toThrow('unknown.limit');
});

test('every line of next checks is of a tool, and a tool without one has none', () => {
  const files = readdirSync(join(root, 'tools'), { recursive: true, encoding: 'utf8' });
  const tools = new Set(files.map((file) => basename(file, '.ts')));
  expect(nextCheckRows().filter(({ of }) => !tools.has(of))).toEqual([]);
  expect(nextChecks('radon-zone')).toMatchObject([{ with: 'EPA and the state radon program' }]);
  expect(nextChecks('flood-zone')).toEqual([]);
});
