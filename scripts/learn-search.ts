/**
 * Learns the weights of the search (`data/search-weights.bin`) from `data/questions` and the tools' own texts:
 * `npx tsx scripts/learn-search.ts`. `--check` says whether the bank changed since. `--folds` measures instead: it learns from four
 * fifths of the questions and asks the last fifth, five times; with `--all` both halves of the bank take part.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Registry } from '../src/catalog/registry.ts';
import { pairBuckets } from '../src/catalog/search/features.ts';
import { createRanker } from '../src/catalog/search/rank.ts';
import { packWeights, readWeights, unpackWeights, weightsFile } from '../src/catalog/search/weights.ts';
import { toolIndex } from '../tools/index.generated.ts';
import {
  bankHash,
  classesOf,
  fold,
  furtherExamples,
  learnedFolder,
  measuredFolder,
  readBank,
  toExample,
} from './search/bank.ts';
import { type Example, type Model, train } from './search/train.ts';

/** Weights of fewer steps are left out: they take most of the room and decide nothing. */
const least = 5;

/** The weights of a model in whole steps, small ones left out. */
function pack(model: Model, classes: readonly string[], bank: string): Buffer {
  let top = 0;
  for (const weight of model.rows) if (Math.abs(weight) > top) top = Math.abs(weight);
  const step = top / 127;
  const rows = Array.from({ length: model.words.length + pairBuckets }, (_, row) =>
    classes.flatMap((_, at) => {
      const steps = Math.round((model.rows[row * classes.length + at] ?? 0) / step);
      return Math.abs(steps) >= least ? [[at, steps] as const] : [];
    }),
  );
  return packWeights({ bank, classes, words: model.words.join(' '), step }, rows);
}

const registry = new Registry(toolIndex);
const classes = classesOf(registry);

function learn(questions: readonly Example[]): Buffer {
  return pack(train([...questions, ...furtherExamples(registry, classes)], classes.length), classes, bankHash(classes));
}

const partOf = (question: string) =>
  Number.parseInt(createHash('sha256').update(`part ${question}`).digest('hex').slice(0, 8), 16) % 5;

/** Asks every question of a fifth of the bank a ranker that learned from the other four. */
function folds(all: boolean): void {
  const bank = [...readBank(learnedFolder), ...(all ? readBank(measuredFolder) : [])];
  const count = { inside: 0, first: 0, three: 0, emptied: 0, outside: 0, refused: 0 };
  const missed: string[] = [];
  for (let part = 0; part < 5; part += 1) {
    const known = bank.filter(({ question }) => partOf(question) !== part);
    const ranker = createRanker(registry.tools, unpackWeights(learn(known.map((one) => toExample(one, classes)))));
    for (const { file, question, accept } of bank.filter((one) => partOf(one.question) === part)) {
      const { tools } = ranker.rank(question, () => true);
      const names = tools.map(({ name }) => fold(name));
      if (file === 'outside') {
        count.outside += 1;
        if (names.length === 0) count.refused += 1;
        else missed.push(`outside\t${question}\t${names[0]}`);
        continue;
      }
      count.inside += 1;
      if (accept.includes(names[0] ?? '')) count.first += 1;
      else
        missed.push(
          `${names.slice(0, 3).some((name) => accept.includes(name)) ? 'three' : 'no'}\t${question}\t${accept[0]}\t${names[0] ?? '-'}`,
        );
      if (names.slice(0, 3).some((name) => accept.includes(name))) count.three += 1;
      if (names.length === 0) count.emptied += 1;
    }
  }
  const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(4);
  console.log(
    `inside ${count.inside}: first ${share(count.first, count.inside)}, among three ${share(count.three, count.inside)}, emptied ${count.emptied}; outside ${count.outside}: refused ${share(count.refused, count.outside)}`,
  );
  if (process.argv.includes('--missed')) console.log(missed.join('\n'));
}

if (process.argv.includes('--check')) {
  if (readWeights().header.bank !== bankHash(classes)) {
    console.error(`data/${weightsFile}: the bank of questions changed; run npm run generate`);
    process.exitCode = 1;
  }
} else if (process.argv.includes('--folds')) folds(process.argv.includes('--all'));
else {
  const bytes = learn(readBank(learnedFolder).map((one) => toExample(one, classes)));
  writeFileSync(`data/${weightsFile}`, bytes);
  console.log(`data/${weightsFile}: ${Math.round(bytes.length / 1024)} kB`);
}
