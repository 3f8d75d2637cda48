/**
 * Learns the model of the search (`data/search/model.bin`) from `data/questions` and the tools' own texts, where any of them
 * changed; the build runs it. `--check` says whether the model is out of date.
 * `--folds` measures instead: for each voice and each round of writing, a model that learned from all others answers it.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { modelFile, readModel, unpackModel } from '../src/catalog/search/model.ts';
import { createRanker } from '../src/catalog/search/rank.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { type BankQuestion, classesOf, examplesOf, readBank, sourcesHash } from './search/bank.ts';
import { learnModel } from './search/train.ts';

const registry = shippedRegistry();
const path = `data/${modelFile}`;
const bank = readBank();

const learn = (questions: readonly BankQuestion[]): Buffer =>
  learnModel(examplesOf(registry, questions), classesOf(registry, questions), sourcesHash(registry));

/** What a ranker makes of questions whose tools are known, as shares of them. */
function measure(model: Buffer, questions: readonly BankQuestion[]): string {
  const ranker = createRanker(registry.tools, unpackModel(model));
  const inside = questions.filter(({ accept }) => accept.some((name) => name.startsWith('svc_')));
  const answered = inside.map(({ question, accept }) => {
    const { tools, foreign } = ranker.rank(question, () => true);
    const names = tools.map(({ tool }) => tool.name.replaceAll('-', '_'));
    const rank = names.findIndex((name) => accept.includes(name));
    return { rank: foreign || rank < 0 ? 99 : rank, empty: foreign !== undefined };
  });
  const share = (pick: (one: (typeof answered)[number]) => boolean) =>
    (answered.filter(pick).length / answered.length).toFixed(3);
  return `${answered.length} questions: first ${share(({ rank }) => rank === 0)}, among three ${share(({ rank }) => rank < 3)}, empty ${share(({ empty }) => empty)}`;
}

function folds(): void {
  for (const column of ['voice', 'round'] as const)
    for (const one of new Set(bank.map((question) => question[column]))) {
      const model = learn(bank.filter((question) => question[column] !== one));
      const left = bank.filter((question) => question[column] === one);
      console.log(`without ${column} ${one}: ${measure(model, left)}`);
    }
}

const has = (flag: string) => process.argv.includes(flag);
const isLearned = () => existsSync(path) && readModel(path).header.learnedFrom === sourcesHash(registry);
if (has('--folds')) folds();
else if (isLearned()) console.log(`${path}: as it was learned`);
else if (has('--check')) {
  console.error(`${path}: questions or texts of tools changed; run npm run generate`);
  process.exitCode = 1;
} else {
  const bytes = learn(bank);
  writeFileSync(path, bytes);
  console.log(`${path}: ${Math.round(bytes.length / 1024)} kB`);
}
