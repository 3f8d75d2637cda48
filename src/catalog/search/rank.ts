import MiniSearch from 'minisearch';
import { type GuideRole, synonymsOf } from '../define.ts';
import type { Tool } from '../registry.ts';
import { contentWords } from './features.ts';
import { isOutsideKind, namesAbroad, type OutsideKind } from './outside.ts';
import { readWeights, type Weights } from './weights.ts';
import { questionWords } from './words.ts';

export interface Ranked {
  /** Tools that fit, best first; empty where no word of the question is known. */
  readonly tools: readonly Tool[];
  /** What the question is about where the service does not answer it; such a question has no tools. */
  readonly outside?: OutsideKind;
  /** Why facts are given and no verdict, beside the tools. */
  readonly beside?: OutsideKind;
}

export interface Ranker {
  rank(question: string, accept: (tool: Tool) => boolean): Ranked;
}

const fold = (name: string) => name.replaceAll('-', '_');

/**
 * A question that more likely lies outside than with its likeliest tool, by this much, has no hits. Four of five questions of
 * tools name a place and one of four outside does, so that less is enough where none is named; of the questions that were
 * not written against the search itself, the folds lose one of 44 to it.
 */
const surelyOutside = { withPlace: 0.43, withoutPlace: 0.12 };
/** From this margin on the sentence is shown beside the hits. */
const perhapsOutside = 0.2;
/** A further tool is shown while it is at least this share of the first one. */
const leastShare = 0.02;
const fewest = 3;
/** Roles of the tools that answer about any US place. */
const anyPlace: readonly GuideRole[] = ['facts', 'lanes', 'coverage'];
const placeMarks = new Set(['#address', '#coordinates', '#zip', '#place', '#state']);

const textOf = (tool: Tool) =>
  [fold(tool.name).replace(/^svc_/, ''), tool.title, tool.summary, tool.whenToUse, ...synonymsOf(tool)].join(' , ');
/** A tool by its own texts is shown while its score is at least this share of the best one. */
const leastOwn = 0.5;

/** Ranks tools that the networks have not learned, by the words of their texts. */
function ownTexts(tools: readonly Tool[]): (words: readonly string[]) => readonly Tool[] {
  if (tools.length === 0) return () => [];
  const index = new MiniSearch({
    fields: ['text'],
    tokenize: (text) => [...contentWords(questionWords(text.replaceAll('_', ' ')))],
    processTerm: (term) => term,
  });
  index.addAll(tools.map((tool, id) => ({ id, text: textOf(tool) })));
  return (words) => {
    const found = index.search(contentWords(words).join(' '), { tokenize: (text) => text.split(' ') });
    const least = (found[0]?.score ?? 0) * leastOwn;
    return found.filter(({ score }) => score >= least).map(({ id }) => tools[id as number] as Tool);
  };
}

class LearnedRanker implements Ranker {
  readonly #weights: Weights;
  readonly #byName: ReadonlyMap<string, Tool>;
  readonly #byRole: ReadonlyMap<GuideRole, Tool>;
  readonly #unlearned: (words: readonly string[]) => readonly Tool[];

  constructor(tools: readonly Tool[], weights: Weights) {
    this.#weights = weights;
    this.#byName = new Map(tools.map((tool) => [fold(tool.name), tool]));
    this.#byRole = new Map(tools.flatMap((tool) => (tool.kind === 'free' && tool.guide ? [[tool.guide, tool]] : [])));
    const learned = new Set(weights.header.classes);
    this.#unlearned = ownTexts(tools.filter(({ name }) => !learned.has(fold(name))));
  }

  rank(question: string, accept: (tool: Tool) => boolean): Ranked {
    const words = questionWords(question);
    const { shares, known } = this.#weights.fit(words);
    if (namesAbroad(question)) return { tools: [], outside: 'abroad' };
    const outside = shares.find(([name]) => isOutsideKind(name));
    const away = shares.reduce((sum, [name, share]) => (isOutsideKind(name) ? sum + share : sum), 0);
    const kind = outside && isOutsideKind(outside[0]) ? outside[0] : undefined;
    const inside = shares.find(([name]) => !isOutsideKind(name))?.[1] ?? 0;
    const namesPlace = words.some((word) => placeMarks.has(word));
    const least = namesPlace ? surelyOutside.withPlace : surelyOutside.withoutPlace;
    if (kind && known > 0 && away - inside >= least) return { tools: [], outside: kind };
    const unlearned = this.#unlearned(words).filter(accept);
    const tools = [...unlearned, ...(known > 0 ? this.#fitting(shares, accept) : [])];
    if (namesPlace) {
      for (const role of anyPlace) {
        const tool = this.#byRole.get(role);
        if (tool && accept(tool) && !tools.includes(tool) && tools.length < fewest + 2) tools.push(tool);
      }
    }
    return { tools, ...(kind && kind !== 'unrelated' && away >= perhapsOutside && { beside: kind }) };
  }

  #fitting(shares: readonly (readonly [string, number])[], accept: (tool: Tool) => boolean): Tool[] {
    const inside = shares.flatMap(([name, share]) => {
      const tool = this.#byName.get(name);
      return tool && accept(tool) ? [{ tool, share }] : [];
    });
    const least = (inside[0]?.share ?? 0) * leastShare;
    return inside.filter(({ share }, at) => at < fewest || share >= least).map(({ tool }) => tool);
  }
}

/** Ranks by what was learned from the question bank (`scripts/learn-search.ts`); the weights are read here. */
export const createRanker = (tools: readonly Tool[], weights = readWeights()): Ranker =>
  new LearnedRanker(tools, weights);
