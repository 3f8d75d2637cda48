import { distance } from 'fastest-levenshtein';
import MiniSearch from 'minisearch';
import type { Tool } from '../registry.ts';
import { readTopics, type Topic } from './synonyms.ts';
import { isWeak, phraseTokens, properNames, tokens, withoutPlace } from './text.ts';

interface Doc {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly synonyms: string;
  readonly summary: string;
  readonly whenToUse: string;
  readonly args: string;
  readonly category: string;
  /** The table's phrases for the topics that the tool's name carries. */
  readonly vocabulary: string;
}

export interface Ranked {
  readonly tool: Tool;
  readonly score: number;
}

export interface Ranker {
  /** Tools that fit, best first; empty where nothing fits. */
  rank(query: string, accept: (tool: Tool) => boolean): Ranked[];
}

const boost = { name: 4, title: 3, synonyms: 2, summary: 1.5, whenToUse: 1, args: 0.8, category: 0.5, vocabulary: 1.5 };
/** Weight of a matched phrase against the plain word match. */
const phraseWeight = 6;
const wordWeight = 6;
/** A phrase weaker than this says too little on its own. */
const leastPhrase = 0.45;
/** A tool that has all words of a topic's name carries the topic in full. */
const fullFit = 0.6;

/** How telling each word of the table is: 1 where one topic alone has it, less the more topics share it. */
function weightsOf(topics: readonly Topic[]): (word: string) => number {
  const shared = new Map<string, number>();
  for (const { phrases } of topics)
    for (const word of new Set(phrases.flat())) shared.set(word, (shared.get(word) ?? 0) + 1);
  const whole = Math.log(1 + topics.length);
  return (word) => Math.log(1 + topics.length / (shared.get(word) ?? 1)) / whole;
}

/** What the phrases found in the question say together: the strongest, and a little for each further one. */
function matchPhrases(
  words: ReadonlySet<string>,
  phrases: readonly (readonly string[])[],
  weight: (word: string) => number,
): number {
  let best = 0;
  let sum = 0;
  for (const phrase of phrases) {
    if (!phrase.every((word) => words.has(word))) continue;
    if (phrase.length === 1 && isWeak(phrase[0] ?? '')) continue;
    const strength = phrase.reduce((total, word) => total + weight(word), 0);
    sum += strength;
    if (strength > best) best = strength;
  }
  return best === 0 ? 0 : best + Math.min(0.6, 0.15 * (sum - best));
}

const argumentNames = (tool: Tool) =>
  Object.keys((tool.input as { shape?: object }).shape ?? {})
    .map((name) => name.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .join(' ');

/** How well the words of a question match one tool's texts. */
interface WordMatch {
  /** BM25 score against the best match of the question. */
  readonly score: number;
  /** Telling words of the question that the tool has, and their share of all of them. */
  readonly telling: number;
  readonly share: number;
}

/** A question, or its corrected spelling, as it is matched. */
interface Question {
  readonly words: ReadonlySet<string>;
  /** All words, those of phrases included. */
  readonly phraseWords: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

const enoughWords = (match: WordMatch | undefined) =>
  match !== undefined && match.telling >= 1 && match.share > (match.telling > 1 ? 0.49 : 0.51);

/** How many tools carry each word in their names. */
function countInNames(nameTokens: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of nameTokens) for (const word of name) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function indexOf(tools: readonly Tool[], vocabulary: readonly string[]): MiniSearch<Doc> {
  const index = new MiniSearch<Doc>({
    fields: Object.keys(boost),
    tokenize: (text, field) => (field === 'vocabulary' ? text.split(' ') : tokens(text)),
    processTerm: (term) => term,
    searchOptions: { boost, combineWith: 'OR', tokenize: (text) => text.split(' ') },
  });
  index.addAll(
    tools.map((tool, id) => ({
      id,
      name: tool.name.replaceAll(/[-_]/g, ' '),
      title: tool.title,
      synonyms: tool.synonyms.join(' , '),
      summary: tool.summary,
      whenToUse: tool.whenToUse,
      args: argumentNames(tool),
      category: tool.category.replaceAll('-', ' '),
      vocabulary: vocabulary[id] ?? '',
    })),
  );
  return index;
}

class ToolRanker implements Ranker {
  readonly #tools: readonly Tool[];
  readonly #nameTokens: readonly (readonly string[])[];
  readonly #inNames: ReadonlyMap<string, number>;
  /** Each tool's own phrases: its title and synonyms. */
  readonly #ownPhrases: readonly (readonly (readonly string[])[])[];
  readonly #topics: readonly (Topic & { readonly fits: ReturnType<typeof fitsOf> })[];
  readonly #weight: (word: string) => number;
  readonly #spelling: (word: string) => string | undefined;
  readonly #index: MiniSearch<Doc>;

  constructor(tools: readonly Tool[]) {
    this.#tools = tools;
    this.#nameTokens = tools.map((tool) => tokens(tool.name));
    this.#inNames = countInNames(this.#nameTokens);
    this.#ownPhrases = tools.map((tool) =>
      [tool.title, ...tool.synonyms].map(phraseTokens).filter((words) => words.length > 0),
    );
    const topics = readTopics().map((topic) => ({ ...topic, fits: fitsOf(topic.words, this.#nameTokens) }));
    this.#topics = topics;
    this.#weight = weightsOf(topics);
    this.#spelling = spellingOf([
      ...topics.flatMap((topic) => topic.vocabulary),
      ...this.#ownPhrases.flat(2),
      ...this.#nameTokens.flat(),
    ]);
    const vocabulary = tools.map((_, id) => {
      const shares = topics.map(({ fits }) => fits.find(([tool]) => tool === id)?.[1] ?? 0);
      const closest = Math.max(fullFit, ...shares);
      return topics.flatMap((topic, at) => (shares[at] === closest ? topic.vocabulary : [])).join(' ');
    });
    this.#index = indexOf(tools, vocabulary);
  }

  rank(query: string, accept: (tool: Tool) => boolean): Ranked[] {
    const text = withoutPlace(query);
    const names = properNames(query);
    const words = tokens(text);
    const phraseWords = phraseTokens(text);
    const found = this.#attempt({ words: new Set(words), phraseWords: new Set(phraseWords), names }, accept, true);
    if (found.length > 0) return found;
    const correct = (word: string) => (names.has(word) ? word : (this.#spelling(word) ?? word));
    const corrected = words.map(correct);
    if (corrected.every((word, at) => word === words[at])) return [];
    const question = { words: new Set(corrected), phraseWords: new Set(phraseWords.map(correct)), names };
    return this.#attempt(question, accept, false);
  }

  /** A word that names one tool or a few of a kind: it is enough on its own. */
  #isDistinctive(word: string): boolean {
    return !isWeak(word) && (this.#inNames.get(word) ?? Number.POSITIVE_INFINITY) <= 3;
  }

  /** Strength of the phrases in a question by tool: those of its topics, and half of its own ones. */
  #phraseScores(words: ReadonlySet<string>): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    const raise = (id: number, score: number) => scores.set(id, (scores.get(id) ?? 0) + score);
    for (const topic of this.#topics) {
      const strength = matchPhrases(words, topic.phrases, this.#weight);
      if (strength > 0) for (const [id, share] of topic.fits) raise(id, strength * share);
    }
    this.#ownPhrases.forEach((phrases, id) => {
      const strength = matchPhrases(words, phrases, this.#weight);
      if (strength > 0) raise(id, strength * 0.5);
    });
    return scores;
  }

  #wordMatches({ words, names }: Question): ReadonlyMap<number, WordMatch> {
    const hits = this.#index.search([...words].join(' '));
    const telling = [...words].filter((word) => !isWeak(word) && !names.has(word));
    const top = hits[0]?.score ?? 1;
    return new Map(
      hits.map((hit) => {
        const count = hit.queryTerms.filter((term) => telling.includes(term)).length;
        return [
          hit.id as number,
          { score: hit.score / top, telling: count, share: count / Math.max(1, telling.length) },
        ];
      }),
    );
  }

  /** Tools that fit a question, best first. `byName`: a distinctive word of a tool's name is enough. */
  #attempt(question: Question, accept: (tool: Tool) => boolean, byName: boolean): Ranked[] {
    const { words, phraseWords } = question;
    if (words.size === 0 && phraseWords.size === 0) return [];
    const phraseScores = this.#phraseScores(phraseWords);
    const wordMatches = this.#wordMatches(question);
    const isNamed = (id: number) =>
      byName && this.#nameTokens[id]?.some((part) => words.has(part) && this.#isDistinctive(part)) === true;
    const ranked: Ranked[] = [];
    this.#tools.forEach((tool, id) => {
      if (!accept(tool)) return;
      const phrase = phraseScores.get(id) ?? 0;
      const match = wordMatches.get(id);
      if (phrase < leastPhrase && !isNamed(id) && !enoughWords(match)) return;
      const score = phrase * phraseWeight + (match ? match.score * (0.25 + 0.75 * match.share) * wordWeight : 0);
      ranked.push({ tool, score: tool.kind === 'free' ? score : score * 0.97 });
    });
    ranked.sort((a, b) => b.score - a.score);
    const least = (ranked[0]?.score ?? 0) * 0.25;
    return ranked.filter(({ score }) => score >= least);
  }
}

/** Field-weighted BM25 over all tools, with the table of synonyms and each tool's own ones matched as whole phrases. */
export const createRanker = (tools: readonly Tool[]): Ranker => new ToolRanker(tools);

const lettersOf = (word: string) => [...word].sort().join('');

/** The known word that a misspelt one most likely is: same first letter, one letter off (two in a long word) or letters swapped. */
function spellingOf(known: readonly string[]): (word: string) => string | undefined {
  const all = new Set(known);
  return (word) => {
    if (all.has(word) || word.length < 5) return undefined;
    const reach = word.length >= 10 ? 2 : 1;
    let best: string | undefined;
    let least = reach + 1;
    for (const other of all) {
      if (other[0] !== word[0] || Math.abs(other.length - word.length) > reach) continue;
      const far = lettersOf(word) === lettersOf(other) ? 1 : distance(word, other);
      if (far < least) [best, least] = [other, far];
    }
    return best;
  };
}

/** Tools whose names carry a topic's words: all of them counts in full, half of them a little. */
function fitsOf(topic: readonly string[], names: readonly (readonly string[])[]): (readonly [number, number])[] {
  const fits: (readonly [number, number])[] = [];
  names.forEach((name, id) => {
    const shared = topic.filter((word) => name.includes(word)).length / topic.length;
    const extent = topic.length / Math.max(topic.length, name.length);
    if (shared === 1) fits.push([id, fullFit + (1 - fullFit) * extent]);
    else if (shared >= 0.5 && topic.length > 1) fits.push([id, 0.12]);
  });
  return fits;
}
