import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const scoresFile = 'test/mutation-scores.json';

/**
 * What became of the mutants of each file. `score` is the share of all but the static ones that a test kills, `ownScore`
 * without those that only the kept answers (test/golden) kill; a timeout is no kill.
 */
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
      ['killed', 'killedByKeptAnswer', 'survived', 'noCoverage', 'timeout', 'static'].map((result) => [
        result,
        count(result),
      ]),
    );
    const counted = own.length - counts.static;
    const share = (kills) => (counted === 0 ? null : Math.round((1000 * kills) / counted) / 10);
    const score = share(counts.killed + counts.killedByKeptAnswer);
    const ownScore = share(counts.killed);
    const open = own.filter(({ result }) => !['killed', 'static'].includes(result));
    return { file, tests, score, ownScore, mutants: own.length, ...counts, open };
  });
}

const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, 90);

export function printFile({ file, score, ownScore, mutants, open, ...counts }) {
  console.log(
    `\n${file}: ${score === null ? 'no mutant to run' : `${score} % (${ownScore} % by its own tests)`}; ${mutants} mutants: ` +
      `${counts.killed} killed, ${counts.killedByKeptAnswer} by a kept answer alone, ${counts.survived} survived, ` +
      `${counts.noCoverage} reached by no test, ${counts.timeout} timeouts; ${counts.static} static, not run and not counted`,
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
