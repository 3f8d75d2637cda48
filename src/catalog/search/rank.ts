import MiniSearch from 'minisearch';
import type { Tool } from '../registry.ts';
import { type Topic, topicsBy } from './synonyms.ts';
import { isWeak, tokens, withoutPlace } from './text.ts';

interface Doc {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly synonyms: string;
  readonly summary: string;
  readonly whenToUse: string;
  readonly args: string;
  readonly category: string;
}

export interface Ranked {
  readonly tool: Tool;
  readonly score: number;
}

export interface Ranker {
  /** Tools that fit, best first; empty where nothing fits. */
  rank(query: string, accept: (tool: Tool) => boolean): Ranked[];
}

const boost = { name: 4, title: 3, synonyms: 2, summary: 1.5, whenToUse: 1, args: 0.8, category: 0.5 };
/** Weight of a matched phrase against the plain word match, whose top is 4. */
const phraseWeight = 6;
/** A tool whose phrases do not match must share this much of the question's own words. */
const wordsAlone = { share: 0.5, words: 2 };

/** How much a phrase says: its telling words, its common words a little. Zero for a lone common word. */
const strengthOf = (phrase: readonly string[]): number => {
  const telling = phrase.filter((word) => !isWeak(word)).length;
  const common = phrase.length - telling;
  if (telling === 0) return common >= 2 ? 0.5 + 0.3 * (common - 1) : 0;
  return 1 + 0.6 * (telling - 1) + 0.35 * common;
};

/** What the phrases found in the question say together: the strongest, and a little for each further one. */
function matchPhrases(words: ReadonlySet<string>, phrases: readonly (readonly string[])[]): number {
  let best = 0;
  let sum = 0;
  for (const phrase of phrases) {
    if (!phrase.every((word) => words.has(word))) continue;
    const strength = strengthOf(phrase);
    sum += strength;
    if (strength > best) best = strength;
  }
  return best === 0 ? 0 : best + Math.min(0.6, 0.15 * (sum - best));
}

const argumentNames = (tool: Tool) =>
  Object.keys((tool.inputJsonSchema as { properties?: object }).properties ?? {})
    .map((name) => name.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .join(' ');

/** Field-weighted BM25 over the shelf, with the table of synonyms and each tool's own ones matched as whole phrases. */
export function createRanker(tools: readonly Tool[]): Ranker {
  const index = new MiniSearch<Doc>({
    fields: Object.keys(boost),
    tokenize: tokens,
    processTerm: (term) => term,
    searchOptions: { boost, combineWith: 'OR' },
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
    })),
  );
  const nameTokens = tools.map((tool) => tokens(tool.name));
  const own = tools.map((tool) => [tool.title, ...tool.synonyms].map(tokens).filter((words) => words.length > 0));
  const topics: readonly (Topic & { fits: readonly (readonly [tool: number, share: number])[] })[] = topicsBy(
    tokens,
  ).map((topic) => ({ ...topic, fits: fitsOf(topic.words, nameTokens) }));

  return {
    rank(query, accept) {
      const list = tokens(withoutPlace(query));
      const words = new Set(list);
      if (words.size === 0) return [];
      const phraseScore = new Map<number, number>();
      const raise = (id: number, score: number) => phraseScore.set(id, (phraseScore.get(id) ?? 0) + score);
      for (const topic of topics) {
        const strength = matchPhrases(words, topic.phrases);
        if (strength > 0) for (const [id, share] of topic.fits) raise(id, strength * share);
      }
      own.forEach((phrases, id) => {
        const strength = matchPhrases(words, phrases);
        if (strength > 0) raise(id, strength * 0.5);
      });
      const hits = index.search([...words].join(' '), {
        fuzzy: (term) => (term.length >= 6 ? 1 : false),
        weights: { fuzzy: 0.3, prefix: 0 },
      });
      const top = hits[0]?.score ?? 1;
      const plain = new Map(
        hits.map((hit) => {
          const telling = hit.queryTerms.filter((term) => !isWeak(term));
          return [
            hit.id as number,
            { score: hit.score / top, telling: telling.length, share: hit.queryTerms.length / words.size },
          ];
        }),
      );
      const ranked: Ranked[] = [];
      tools.forEach((tool, id) => {
        if (!accept(tool)) return;
        const phrase = phraseScore.get(id) ?? 0;
        const word = plain.get(id);
        const fits = phrase >= 0.5 || (word && word.telling >= wordsAlone.words && word.share >= wordsAlone.share);
        if (!fits) return;
        const score = phrase * phraseWeight + (word ? word.score * word.share * 4 : 0);
        ranked.push({ tool, score: tool.kind === 'free' ? score : score * 0.96 });
      });
      ranked.sort((a, b) => b.score - a.score);
      const least = (ranked[0]?.score ?? 0) * 0.2;
      return ranked.filter(({ score }) => score >= least);
    },
  };
}

/** Tools whose names carry a topic's words: all of them counts in full, half of them a little. */
function fitsOf(topic: readonly string[], names: readonly (readonly string[])[]): (readonly [number, number])[] {
  const fits: (readonly [number, number])[] = [];
  names.forEach((name, id) => {
    const shared = topic.filter((word) => name.includes(word)).length / topic.length;
    const extent = topic.length / Math.max(topic.length, name.length);
    if (shared === 1) fits.push([id, 0.7 + 0.3 * extent]);
    else if (shared >= 0.5 && topic.length > 1) fits.push([id, 0.12]);
  });
  return fits;
}
