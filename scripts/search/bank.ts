import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { synonymsOf } from '../../src/catalog/define.ts';
import type { Registry } from '../../src/catalog/registry.ts';
import { outsideReasons } from '../../src/catalog/search/outside.ts';
import { questionWords } from '../../src/catalog/search/words.ts';
import type { Example } from './train.ts';

export interface BankQuestion {
  readonly file: 'tools' | 'traps' | 'outside';
  readonly question: string;
  /** Accepted names with underscores, best first; or the one kind of outside. */
  readonly accept: readonly string[];
  /** What a second reader accepts, who saw neither these names nor the search; on the measured side alone. */
  readonly reader: readonly string[];
}

export const fold = (name: string) => name.replaceAll('-', '_');
const files = ['tools', 'traps', 'outside'] as const;

const rowsOf = (path: string): (readonly [string, string, string])[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => {
          const [one = '', other = '', third = ''] = line.split('\t');
          return [one, other, third] as const;
        })
    : [];

/** The questions of one side of the bank. */
export const readBank = (folder: string): readonly BankQuestion[] =>
  files.flatMap((file) =>
    rowsOf(join(folder, `${file}.tsv`)).map(([question, label, reader]) => ({
      file,
      question,
      accept: label.split(' ').map(fold),
      reader: reader.split(' ').filter(Boolean).map(fold),
    })),
  );

export const learnedFolder = 'data/questions';
export const measuredFolder = 'test/catalog/questions';

/** How much each kind of text counts beside a question, which counts 1. */
const counts = { texts: 0.5, synonyms: 0.3, phrases: 0.5, outside: 0.7 };

/** Names of tools, and the kinds of outside questions. */
export const classesOf = (registry: Registry): readonly string[] => [
  ...registry.tools.map(({ name }) => fold(name)).sort(),
  ...Object.keys(outsideReasons),
];

const beside = [['#address'], ['#place'], ['#address', '#place', '#state']];

/** Label and phrase of each phrase of a file. */
const phrasesOf = (file: string): readonly (readonly [string, string])[] =>
  rowsOf(join(learnedFolder, file)).flatMap(([name, list]) =>
    list.split('; ').map((text) => [fold(name), text] as const),
  );

/** What is learned from beside questions: the tools' own texts, and phrases by tool and by kind of outside. */
export function furtherExamples(registry: Registry, classes: readonly string[]): readonly Example[] {
  const example = (text: string, name: string, weight: number): Example => ({
    words: questionWords(text),
    classes: [classes.indexOf(name)],
    weight,
  });
  const own = registry.tools.flatMap((tool) => {
    const name = fold(tool.name);
    const texts = [name.replaceAll('_', ' '), tool.title, tool.summary, tool.whenToUse];
    return [
      ...texts.map((text) => example(text, name, counts.texts)),
      ...synonymsOf(tool).map((text) => example(text, name, counts.synonyms)),
    ];
  });
  const phrases = phrasesOf('phrases.tsv').map(([name, text]) => example(text, name, counts.phrases));
  // what is outside stays so with an address or a city beside it
  const outside = phrasesOf('outside-phrases.tsv').flatMap(([name, text]) => {
    const plain = example(text, name, counts.outside);
    return [plain, ...beside.map((marks) => ({ ...plain, words: [...plain.words, ...marks] }))];
  });
  return [...own, ...phrases, ...outside];
}

export const toExample = (
  { question, accept }: Pick<BankQuestion, 'question' | 'accept'>,
  classes: readonly string[],
): Example => ({
  words: questionWords(question),
  classes: accept.map((name) => classes.indexOf(name)),
  weight: 1,
});

/** SHA-256 over the files that are learned from and the names of the classes. */
export function bankHash(classes: readonly string[]): string {
  const hash = createHash('sha256').update(classes.join(' '));
  for (const file of ['tools', 'traps', 'outside', 'phrases', 'outside-phrases'])
    hash.update(readFileSync(join(learnedFolder, `${file}.tsv`)));
  return hash.digest('hex');
}
