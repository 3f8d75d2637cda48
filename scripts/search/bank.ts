import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from '../../src/catalog/registry.ts';
import { foreignReasons } from '../../src/catalog/search/foreign.ts';
import { questionWords } from '../../src/catalog/search/words.ts';
import type { Example } from './train.ts';

type Tools = Pick<Registry, 'tools'>;

export interface BankQuestion {
  readonly question: string;
  /** Names with underscores, best first; or the one kind of foreign subject. */
  readonly accept: readonly string[];
  /** How it is put: plain, terse, story, misspelled, address, spanish, other_language. */
  readonly voice: string;
  /** In which of the rounds of writing it was written, each by other writers. */
  readonly round: string;
}

const fold = (name: string) => name.replaceAll('-', '_');
export const questionFolder = 'data/questions';
const phraseFile = 'phrases.tsv';

/** Rows of a table with tabs, without its first line. */
export const rowsOf = (path: string): (readonly string[])[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** The questions of every file of the folder. */
export const readBank = (folder = questionFolder): readonly BankQuestion[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.tsv') && file !== phraseFile)
    .sort()
    .flatMap((file) => rowsOf(join(folder, file)))
    .map(([question = '', tools = '', voice = '', round = '']) => ({
      question,
      accept: tools.split(' ').map(fold),
      voice,
      round,
    }));

/** Names of the tools that have questions, and the kinds of foreign subjects; other tools are ranked by their own texts. */
export function classesOf({ tools }: Tools, questions: readonly BankQuestion[]): readonly string[] {
  const taught = new Set(questions.flatMap(({ accept }) => accept));
  return [
    ...tools
      .map(({ name }) => fold(name))
      .filter((name) => taught.has(name))
      .sort(),
    ...Object.keys(foreignReasons).filter((kind) => kind !== 'abroad'),
  ];
}

/** How much each kind of text counts beside a question, which counts 1. */
const counts = { texts: 0.5, phrases: 0.5 };

type Taught = readonly [text: string, names: readonly string[], weight: number];

/** What is learned from beside questions: the tools' own texts, and phrases by tool and by kind of foreign subject. */
function furtherTexts({ tools }: Tools): readonly Taught[] {
  const own = tools.flatMap(({ name, title, summary, whenToUse }) =>
    [fold(name).replace(/^svc_/, '').replaceAll('_', ' '), title, summary, whenToUse].map(
      (text): Taught => [text, [fold(name)], counts.texts],
    ),
  );
  const phrases = rowsOf(join(questionFolder, phraseFile)).flatMap(([name = '', list = '']) =>
    list.split('; ').map((text): Taught => [text, [fold(name)], counts.phrases]),
  );
  return [...own, ...phrases];
}

/** Everything that is learned, of these questions and of the texts of the tools; a tool that is gone is not learned. */
export function examplesOf(registry: Tools, questions: readonly BankQuestion[]): readonly Example[] {
  const at = new Map(classesOf(registry, questions).map((name, index) => [name, index]));
  return [...questions.map(({ question, accept }): Taught => [question, accept, 1]), ...furtherTexts(registry)]
    .map(([text, names, weight]) => ({
      words: questionWords(text),
      classes: names.flatMap((name) => at.get(name) ?? []),
      weight,
    }))
    .filter(({ classes }) => classes.length > 0);
}

/** SHA-256 of everything that is learned, and of the words that texts are read by. */
export function sourcesHash(registry: Tools): string {
  const questions = readBank();
  const hash = createHash('sha256').update(JSON.stringify(classesOf(registry, questions)));
  const taught = new Set(classesOf(registry, questions));
  for (const [text, names] of furtherTexts(registry))
    if (names.some((name) => taught.has(name))) hash.update(`${text}\t${names.join(' ')}\n`);
  for (const { question, accept } of questions) hash.update(`${question}\t${accept.join(' ')}\n`);
  return hash.update(readFileSync('data/search/word-forms.csv')).digest('hex');
}
