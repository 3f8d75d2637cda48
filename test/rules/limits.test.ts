import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { limitInReport, limitOf, limitRows, limitsOf } from '../../src/rules/limits.ts';
import { nextCheckRows, nextChecks } from '../../src/rules/next-checks.ts';
import { designInputs } from '../../src/sources/usgs-designmaps/client.ts';

const root = new URL('../..', import.meta.url).pathname;

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const tools = new Set(filesIn('tools').map((file) => basename(file, '.ts')));

const sources = ['src', 'tools'].flatMap((folder) =>
  filesIn(folder).map((file) => readFileSync(join(root, folder, file), 'utf8')),
);
/** The names that code passes to a reader of a table. */
const passedTo = (reader: string) =>
  new Set(
    sources.flatMap((text) =>
      [...text.matchAll(new RegExp(`\\b${reader}\\('([^']+)'\\)`, 'g'))].map(([, name]) => name ?? ''),
    ),
  );
/** The parts of a brief whose limits and next checks are looked up by the name that the part gives itself. */
const parts = new Set(
  sources.flatMap((text) => [...text.matchAll(/\babout(?:: | = )'([a-z.-]+)'/g)].map(([, name]) => name ?? '')),
);
const passed = passedTo('limits?Of');

test('every line of the table is a limit that a tool or a part of one states, and each text stands there once', () => {
  const names = new Set(limitRows().flatMap(({ of }) => of));
  expect([...names].filter((name) => !tools.has(name) && !passed.has(name) && !parts.has(name))).toEqual([]);
  expect([...passed].filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(limitRows().map(({ text }) => text)).size).toBe(limitRows().length);
  expect(limitRows().filter(({ of }) => new Set(of).size < of.length)).toEqual([]);
});

test('a tool states the lines of its file in the order of the table', () => {
  expect(limitsOf('radon-zone')).toEqual([limitRows().find(({ of }) => of.includes('radon-zone'))?.text]);
  expect(shippedRegistry().freeTool('svc_radon_zone')?.limits).toEqual(limitsOf('radon-zone'));
  expect(limitsOf('no-such-tool')).toEqual([]);
});

test('what a report says is shorter than the limit itself', () => {
  expect(limitRows().filter(({ text, inReport = '' }) => inReport.length >= text.length)).toEqual([]);
});

test('the inputs of the design values are those that they are computed for', () => {
  expect(limitsOf('seismic-design').join(' ')).toContain(
    `risk category ${designInputs.riskCategory} and site class "${designInputs.siteClass}"`,
  );
});

test('a limit that the table does not name stays as it is, and an unknown name or one of several is a bug', () => {
  expect(limitInReport('A limit that no one wrote down.')).toBe('A limit that no one wrote down.');
  expect(() => limitOf('unknown.limit')).toThrow('unknown.limit');
  expect(() => limitOf('report')).toThrow('report');
});

test('every line of next checks is of a tool or a part of one, and a tool without one has none', () => {
  const names = new Set(nextCheckRows().map(({ of }) => of));
  const passedChecks = passedTo('nextChecks');
  expect([...names].filter((name) => !tools.has(name) && !passedChecks.has(name) && !parts.has(name))).toEqual([]);
  expect([...passedChecks].filter((name) => !names.has(name))).toEqual([]);
  const limited = new Set(limitRows().flatMap(({ of }) => of));
  expect([...parts].filter((name) => !names.has(name) && !limited.has(name))).toEqual([]);
  expect(nextChecks('radon-zone')).toMatchObject([{ with: 'EPA and the state radon program' }]);
  expect(nextChecks('flood-zone')).toEqual([]);
});
