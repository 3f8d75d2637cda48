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

/** Field-weighted BM25 over the shelf, with the table of synonyms and each tool's own ones matched as whole phrases. */
export function createRanker(tools: readonly Tool[]): Ranker {
  const nameTokens = tools.map((tool) => tokens(tool.name));
  const own = tools.map((tool) => [tool.title, ...tool.synonyms].map(phraseTokens).filter((words) => words.length > 0));
  const topics = readTopics().map((topic) => ({ ...topic, fits: fitsOf(topic.words, nameTokens) }));
  const weight = weightsOf(topics);
  const spelling = spellingOf([...topics.flatMap((topic) => topic.vocabulary), ...own.flat(2), ...nameTokens.flat()]);
  const vocabulary = tools.map((_, id) => {
    const shares = topics.map(({ fits }) => fits.find(([tool]) => tool === id)?.[1] ?? 0);
    const closest = Math.max(fullFit, ...shares);
    return topics.flatMap((topic, at) => (shares[at] === closest ? topic.vocabulary : [])).join(' ');
  });
  const inNames = new Map<string, number>();
  for (const name of nameTokens) for (const word of name) inNames.set(word, (inNames.get(word) ?? 0) + 1);
  /** A word that names one tool or a few of a kind: it is enough on its own. */
  const distinctive = (word: string) => !isWeak(word) && (inNames.get(word) ?? Number.POSITIVE_INFINITY) <= 3;
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

  return {
    rank(query, accept) {
      const text = withoutPlace(query);
      const names = properNames(query);
      const correct = (word: string) => (names.has(word) ? word : (spelling(word) ?? word));
      const words = tokens(text);
      const found = attempt(words, phraseTokens(text), names, accept, distinctive);
      if (found.length > 0) return found;
      const corrected = words.map(correct);
      if (corrected.every((word, at) => word === words[at])) return [];
      return attempt(corrected, phraseTokens(text).map(correct), names, accept, () => false);
    },
  };

  function attempt(
    content: readonly string[],
    whole: readonly string[],
    names: ReadonlySet<string>,
    accept: (tool: Tool) => boolean,
    enough: (word: string) => boolean,
  ): Ranked[] {
    const words = new Set(content);
    const spoken = new Set(whole);
    if (words.size === 0 && spoken.size === 0) return [];
    const phraseScore = new Map<number, number>();
    const raise = (id: number, score: number) => phraseScore.set(id, (phraseScore.get(id) ?? 0) + score);
    for (const topic of topics) {
      const strength = matchPhrases(spoken, topic.phrases, weight);
      if (strength > 0) for (const [id, share] of topic.fits) raise(id, strength * share);
    }
    own.forEach((phrases, id) => {
      const strength = matchPhrases(spoken, phrases, weight);
      if (strength > 0) raise(id, strength * 0.5);
    });
    const hits = index.search([...words].join(' '));
    const asked = [...words].filter((word) => !isWeak(word) && !names.has(word));
    const top = hits[0]?.score ?? 1;
    const plain = new Map(
      hits.map((hit) => {
        const telling = hit.queryTerms.filter((term) => asked.includes(term)).length;
        return [hit.id as number, { score: hit.score / top, telling, share: telling / Math.max(1, asked.length) }];
      }),
    );
    const ranked: Ranked[] = [];
    tools.forEach((tool, id) => {
      if (!accept(tool)) return;
      const phrase = phraseScore.get(id) ?? 0;
      const word = plain.get(id);
      const fits =
        phrase >= leastPhrase ||
        nameTokens[id]?.some((part) => words.has(part) && enough(part)) ||
        (word && word.telling >= 1 && word.share > (word.telling > 1 ? 0.49 : 0.51));
      if (!fits) return;
      const score = phrase * phraseWeight + (word ? word.score * (0.25 + 0.75 * word.share) * wordWeight : 0);
      ranked.push({ tool, score: tool.kind === 'free' ? score : score * 0.97 });
    });
    ranked.sort((a, b) => b.score - a.score);
    const least = (ranked[0]?.score ?? 0) * 0.25;
    return ranked.filter(({ score }) => score >= least);
  }
}

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
