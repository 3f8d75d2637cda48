/**
 * Learns the weights of the search (`data/search-weights.bin`) from `data/questions` and the tools' own texts where the bank
 * changed: `npx tsx scripts/learn-search.ts`; `--again` learns in any case. `--check` says whether the bank changed since.
 * `--folds` measures instead: it learns from four fifths of the questions and asks the last fifth, five times, or once with
 * `--part=0` to `--part=4`; with `--all` both halves of the bank take part. `--measured` asks the half that nothing is learned
 * from; look at its single questions (`--missed`) only when the tuning is over.
 */

import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createRanker } from '../src/catalog/search/rank.ts';
import { readWeights, unpackWeights, weightsFile } from '../src/catalog/search/weights.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import {
  bankHash,
  classesOf,
  furtherExamples,
  learnedFolder,
  measuredFolder,
  readBank,
  toExample,
} from './search/bank.ts';
import { learnWeights } from './search/pack.ts';
import { Tally } from './search/tally.ts';
import type { Example } from './search/train.ts';

const registry = shippedRegistry();
const classes = classesOf(registry);

function learn(questions: readonly Example[]): Promise<Buffer> {
  return learnWeights([...questions, ...furtherExamples(registry, classes)], classes, bankHash(classes));
}

const partOf = (question: string) =>
  Number.parseInt(createHash('sha256').update(`part ${question}`).digest('hex').slice(0, 8), 16) % 5;

/** Asks every question of a fifth of the bank a ranker that learned from the other four fifths. */
async function folds(all: boolean): Promise<Tally> {
  const bank = [...readBank(learnedFolder), ...(all ? readBank(measuredFolder) : [])];
  const tally = new Tally();
  const one = process.argv.find((word) => word.startsWith('--part='))?.slice(-1);
  for (const part of one ? [Number(one)] : [0, 1, 2, 3, 4]) {
    const known = bank.filter(({ question }) => partOf(question) !== part);
    const ranker = createRanker(
      registry.tools,
      unpackWeights(await learn(known.map((one) => toExample(one, classes)))),
    );
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

const weightsPath = `data/${weightsFile}`;

/** Whether the weights were learned from the bank as it is. A tool without questions is ranked by its own texts. */
function isLearned(): boolean {
  const { header } = readWeights(weightsPath);
  return header.classes.every((name) => classes.includes(name)) && header.bank === bankHash(header.classes);
}

const has = (flag: string) => process.argv.includes(flag);
if (has('--check')) {
  if (!isLearned()) {
    console.error(`data/${weightsFile}: the bank of questions changed; run npm run generate`);
    process.exitCode = 1;
  }
} else if (has('--folds') || has('--measured')) {
  const tally = has('--folds') ? await folds(has('--all')) : measured();
  console.log(String(tally));
  if (has('--missed')) console.log(tally.missed.join('\n'));
} else if (!has('--again') && existsSync(weightsPath) && isLearned()) {
  console.log(`${weightsPath}: the bank is as it was learned`);
} else {
  const bytes = await learn(readBank(learnedFolder).map((one) => toExample(one, classes)));
  writeFileSync(weightsPath, bytes);
  console.log(`${weightsPath}: ${Math.round(bytes.length / 1024)} kB`);
}
