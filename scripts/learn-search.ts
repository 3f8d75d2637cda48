/**
 * Learns the weights of the search (`data/search-weights.bin`) from `data/questions` and the tools' own texts:
 * `npx tsx scripts/learn-search.ts`. `--check` says whether the bank changed since. `--folds` measures instead: it learns from four
 * fifths of the questions and asks the last fifth, five times; with `--all` both halves of the bank take part. `--measured` asks the half
 * that nothing is learned from; look at its single questions only when the tuning is over.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Registry } from '../src/catalog/registry.ts';
import { pairBuckets } from '../src/catalog/search/features.ts';
import { createRanker, type Ranker } from '../src/catalog/search/rank.ts';
import { packWeights, readWeights, unpackWeights, weightsFile } from '../src/catalog/search/weights.ts';
import { toolIndex } from '../tools/index.generated.ts';
import {
  type BankQuestion,
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

/** What a ranker does with questions whose answers are known. */
class Tally {
  readonly #count = { inside: 0, first: 0, three: 0, emptied: 0, outside: 0, refused: 0 };
  readonly missed: string[] = [];

  add(ranker: Ranker, { file, question, accept }: BankQuestion): void {
    const names = ranker.rank(question, () => true).tools.map(({ name }) => fold(name));
    const fits = (most: number) => names.slice(0, most).some((name) => accept.includes(name));
    const count = this.#count;
    if (file === 'outside') {
      count.outside += 1;
      if (names.length === 0) count.refused += 1;
      else this.missed.push(`outside\t${question}\t${accept[0]}\t${names[0]}`);
      return;
    }
    count.inside += 1;
    if (names.length === 0) count.emptied += 1;
    if (fits(3)) count.three += 1;
    if (fits(1)) count.first += 1;
    else this.missed.push(`${fits(3) ? 'three' : 'no'}\t${question}\t${accept[0]}\t${names[0] ?? '-'}`);
  }

  toString(): string {
    const { inside, first, three, emptied, outside, refused } = this.#count;
    const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(4);
    return `inside ${inside}: first ${share(first, inside)}, among three ${share(three, inside)}, emptied ${emptied}; outside ${outside}: refused ${share(refused, outside)}`;
  }
}

/** Asks every question of a fifth of the bank a ranker that learned from the other four fifths. */
function folds(all: boolean): Tally {
  const bank = [...readBank(learnedFolder), ...(all ? readBank(measuredFolder) : [])];
  const tally = new Tally();
  for (let part = 0; part < 5; part += 1) {
    const known = bank.filter(({ question }) => partOf(question) !== part);
    const ranker = createRanker(registry.tools, unpackWeights(learn(known.map((one) => toExample(one, classes)))));
    for (const one of bank.filter(({ question }) => partOf(question) === part)) tally.add(ranker, one);
  }
  return tally;
}

/** Asks the half that nothing was learned from. */
function measured(): Tally {
  const tally = new Tally();
  const ranker = createRanker(registry.tools);
  for (const one of readBank(measuredFolder)) tally.add(ranker, one);
  return tally;
}

const has = (flag: string) => process.argv.includes(flag);
if (has('--check')) {
  if (readWeights().header.bank !== bankHash(classes)) {
    console.error(`data/${weightsFile}: the bank of questions changed; run npm run generate`);
    process.exitCode = 1;
  }
} else if (has('--folds') || has('--measured')) {
  const tally = has('--folds') ? folds(has('--all')) : measured();
  console.log(String(tally));
  if (has('--missed')) console.log(tally.missed.join('\n'));
} else {
  const bytes = learn(readBank(learnedFolder).map((one) => toExample(one, classes)));
  writeFileSync(`data/${weightsFile}`, bytes);
  console.log(`data/${weightsFile}: ${Math.round(bytes.length / 1024)} kB`);
}
