/*
 * Mutation score of single files, each by the tests beside it:
 *   node scripts/mutation.mjs [--write] tools/environment/radon-zone.ts [more files]
 *   node scripts/mutation.mjs src/answers/outcome.ts=test/a.test.ts,test/b.test.ts   (tests that stand elsewhere)
 * `--write` keeps the scores in test/mutation-scores.json. CONTRIBUTING.md says how to read them.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCoverage } from './mutation/coverage.mjs';
import { instrument } from './mutation/instrument.mjs';
import { printFile, scoresOf, writeScores } from './mutation/report.mjs';
import { runVitest } from './mutation/run-vitest.mjs';

const given = process.argv.slice(2);
const files = given
  .filter((argument) => argument !== '--write')
  .map((argument) => {
    const [file, tests] = argument.split('=');
    return { file, tests: tests?.split(',') ?? [`test/${file.replace(/^src\//, '').replace(/\.ts$/, '.test.ts')}`] };
  });
const unknown = files.flatMap(({ file, tests }) => [file, ...tests]).filter((path) => !existsSync(path));
if (files.length === 0 || unknown.length > 0) {
  console.error(`give files by their path, each with its test: ${unknown.join(', ')}`);
  process.exit(2);
}

const folder = join('.mutation', String(process.pid));
mkdirSync(folder, { recursive: true });
try {
  const { sources, mutants } = await instrument(files, folder);
  const plan = { sources, runs: [] };

  console.log(`${mutants.length} mutants in ${files.length} files; tests run once without a mutant`);
  const base = await runVitest(folder, { ...plan, phase: 'coverage' });
  const coverage = readCoverage(base, files);

  const runs = mutants.flatMap(({ id, source }) => {
    const tests = coverage.testsOf(id, source);
    return tests.length > 0 ? [{ id, source, tests, hitLimit: coverage.hits(id, source) * 100 + 1000 }] : [];
  });
  console.log(`${runs.length} mutants are reached by a test and run one by one`);
  const results = await runVitest(folder, { ...plan, phase: 'mutants', runs });

  const scores = scoresOf(files, mutants, coverage, results);
  for (const score of scores) printFile(score);
  mkdirSync('.mutation', { recursive: true });
  writeFileSync('.mutation/report.json', `${JSON.stringify(scores, null, 2)}\n`);
  if (given.includes('--write')) writeScores(scores);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
