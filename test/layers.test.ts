import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration } from 'dependency-cruiser';
import { expect, onTestFinished, test } from 'vitest';

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration;

/** Names of the rules that a file breaks which imports the other one. */
async function brokenBy(from: string, to: string): Promise<readonly string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), 'layers-'));
  onTestFinished(() => rmSync(baseDir, { recursive: true, force: true }));
  for (const file of [from, to]) mkdirSync(dirname(join(baseDir, file)), { recursive: true });
  writeFileSync(join(baseDir, to), 'export const one = 1;\n');
  writeFileSync(join(baseDir, from), `export { one } from '${join(baseDir, to)}';\n`);
  const { output } = await cruise(['src'], { baseDir, validate: true, ruleSet: { forbidden: config.forbidden ?? [] } });
  if (typeof output === 'string') throw new Error('no result');
  return output.summary.violations.map(({ rule }) => rule.name);
}

test.each([
  ['road-access/a.js', 'rent-estimate/b.js', ['products-apart']],
  ['property-update/a.js', 'rent-estimate/b.js', ['property-update-on-its-base']],
  ['property-update/a.js', 'place-report/b.js', []],
  ['road-access/a.js', 'shared/b.js', []],
  ['road-access/a.js', 'road-access/b.js', []],
])('a product that imports another one: %s of %s', async (from, to, broken) => {
  expect(await brokenBy(`src/products/${from}`, `src/products/${to}`)).toEqual(broken);
});

test.each([
  ['kernel/a.js', 'places/schema/b.js', ['kernel-is-pure']],
  ['kernel/a.js', 'geometry/b.js', ['kernel-is-pure']],
  ['sources/a.js', 'places/schema/b.js', ['sources']],
  ['places/registry/a.js', 'places/lanes/b.js', ['places-registry']],
  ['places/lanes/a.js', 'places/authoring/b.js', ['authoring-by-its-commands', 'places-lanes']],
  ['composition/service-parts.js', 'places/authoring/b.js', ['authoring-by-its-commands']],
  ['composition/places-add.js', 'places/authoring/b.js', []],
  ['sources/a.js', 'geometry/b.js', []],
])('a room that imports another one: %s of %s', async (from, to, broken) => {
  expect([...(await brokenBy(`src/${from}`, `src/${to}`))].sort()).toEqual(broken);
});
