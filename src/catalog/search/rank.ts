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
const anyPlace: readonly GuideRole[] = ['facts', 'lanes', 'coverage'];
const placeMarks = new Set(['#address', '#coordinates', '#zip', '#place', '#state']);

const textOf = (tool: Tool) =>
  [fold(tool.name).replace(/^svc_/, ''), tool.title, tool.summary, tool.whenToUse, ...synonymsOf(tool)].join(' , ');
/** A tool by its own texts is shown while its score is at least this share of the best one. */
const leastOwn = 0.5;

/**
 * Ranks tools without questions by the words of their texts: `first` where no other tool fits the question better by its
 * texts, else `further`.
 */
function ownTexts(tools: readonly Tool[], learned: ReadonlySet<string>) {
  const isNew = (tool: Tool) => !learned.has(fold(tool.name));
  if (!tools.some(isNew)) return () => ({ first: [], further: [] });
  const index = new MiniSearch({
    fields: ['text'],
    tokenize: (text) => [...contentWords(questionWords(text.replaceAll('_', ' ')))],
    processTerm: (term) => term,
  });
  index.addAll(tools.map((tool, id) => ({ id, text: textOf(tool) })));
  return (words: readonly string[]): { readonly first: readonly Tool[]; readonly further: readonly Tool[] } => {
    const found = index.search(contentWords(words).join(' '), { tokenize: (text) => text.split(' ') });
    const ranked = found.map(({ id, score }) => ({ tool: tools[id as number] as Tool, score }));
    const [best] = ranked;
    const near = ranked.filter(({ tool, score }) => isNew(tool) && score >= (best?.score ?? 0) * leastOwn);
    const fitting = near.map(({ tool }) => tool);
    return best && isNew(best.tool) ? { first: fitting, further: [] } : { first: [], further: fitting };
  };
}

class LearnedRanker implements Ranker {
  readonly #weights: Weights;
  readonly #byName: ReadonlyMap<string, Tool>;
  readonly #byRole: ReadonlyMap<GuideRole, Tool>;
  readonly #unlearned: ReturnType<typeof ownTexts>;

  constructor(tools: readonly Tool[], weights: Weights) {
    this.#weights = weights;
    this.#byName = new Map(tools.map((tool) => [fold(tool.name), tool]));
    this.#byRole = new Map(tools.flatMap((tool) => (tool.kind === 'free' && tool.guide ? [[tool.guide, tool]] : [])));
    this.#unlearned = ownTexts(tools, new Set(weights.header.classes));
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
    const { first, further } = this.#unlearned(words);
    // a subject that only a tool without questions has is foreign to what was learned
    if (first.length === 0 && kind && known > 0 && away - inside >= least) return { tools: [], outside: kind };
    const fitting = known > 0 ? this.#fitting(shares, accept) : [];
    const tools = [...first.filter(accept), ...fitting, ...further.filter(accept)];
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
