import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const scoresFile = 'test/mutation-scores.json';

/** What became of the mutants of each file. The score is killed of all but the static ones; a timeout is no kill. */
export function scoresOf(files, mutants, coverage, events) {
  const results = new Map(events.filter(({ kind }) => kind === 'end').map(({ id, result }) => [id, result]));
  return files.map(({ file, tests }, index) => {
    const own = mutants
      .filter(({ source }) => source === index)
      .map(({ id, source: _, ...mutant }) => {
        const other = coverage.isStatic(id, index) ? 'static' : 'noCoverage';
        return { ...mutant, result: results.get(id) ?? other };
      });
    const count = (wanted) => own.filter(({ result }) => result === wanted).length;
    const counts = Object.fromEntries(
      ['killed', 'survived', 'noCoverage', 'timeout', 'static'].map((result) => [result, count(result)]),
    );
    const counted = own.length - counts.static;
    const score = counted === 0 ? null : Math.round((1000 * counts.killed) / counted) / 10;
    const open = own.filter(({ result }) => ['survived', 'noCoverage', 'timeout'].includes(result));
    return { file, tests, score, mutants: own.length, ...counts, open };
  });
}

const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, 90);

export function printFile({ file, score, mutants, killed, survived, noCoverage, timeout, static: atLoad, open }) {
  console.log(
    `\n${file}: ${score === null ? 'no mutant to run' : `${score} %`} (${mutants} mutants: ${killed} killed, ${survived} survived, ${noCoverage} reached by no test, ${timeout} timeouts; ${atLoad} static, not run and not counted)`,
  );
  for (const { line, result, mutatorName, original, replacement } of open)
    console.log(`  ${line} ${result} ${mutatorName}: ${oneLine(original)} -> ${oneLine(replacement)}`);
}

/** Keeps the scores, each with the commit and the day of that commit on which it was measured. */
export function writeScores(scores) {
  const [commit, day] = execFileSync('git', ['log', '-1', '--format=%h %cs'], { encoding: 'utf8' }).trim().split(' ');
  const kept = existsSync(scoresFile) ? JSON.parse(readFileSync(scoresFile, 'utf8')) : {};
  for (const { file, open: _, tests, ...counts } of scores) kept[file] = { ...counts, day, commit, tests };
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(scoresFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
