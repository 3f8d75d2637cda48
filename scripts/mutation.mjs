// mutation score of single tools: `node scripts/mutation.mjs tools/environment/radon-zone.ts [more tools]`
// needs @stryker-mutator/core and @stryker-mutator/vitest-runner beside vitest
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const files = process.argv.slice(2);
const tests = files.map((file) => `test/${file.replace(/\.ts$/, '.test.ts')}`);
const unknown = [...files, ...tests].filter((path) => !existsSync(path));
if (files.length === 0 || unknown.length > 0) {
  console.error(`give tools by their path, each with its test: ${unknown.join(', ')}`);
  process.exit(2);
}
const from = process.env.STRYKER_HOME ?? process.cwd();
const manifest = createRequire(join(from, 'package.json')).resolve('@stryker-mutator/core/package.json');
const { status } = spawnSync(
  process.execPath,
  [join(dirname(manifest), 'bin/stryker.js'), 'run', '--mutate', files.join(',')],
  { stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: tests.join(',') } },
);
process.exitCode = status ?? 1;
