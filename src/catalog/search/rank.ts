import MiniSearch from 'minisearch';
import type { GuideRole } from '../define.ts';
import type { Tool } from '../registry.ts';
import { namesAbroad } from './abroad.ts';
import { contentWords } from './features.ts';
import { type ForeignKind, isForeignKind, namesPerson } from './foreign.ts';
import { type AbsentSubject, absentSubjects } from './forms.ts';
import { type Model, readModel } from './model.ts';
import { questionWords } from './words.ts';

export interface RankedTool {
  readonly tool: Tool;
  /** The tool is near the question's subject and does not surely read it. */
  readonly weak: boolean;
}

export interface Ranked {
  /** Best first; empty where no word of the question is known and it names no place. */
  readonly tools: readonly RankedTool[];
  /** The subject is none of this service; the tools are the nearest ones and weak. */
  readonly foreign?: ForeignKind;
  /** What the question is about, where no tool reads it. */
  readonly absent?: AbsentSubject;
}

export interface Ranker {
  rank(question: string, accept: (tool: Tool) => boolean): Ranked;
}

const fold = (name: string) => name.replaceAll('-', '_');

/** A subject is foreign where the foreign kinds together are likelier than the likeliest tool by this much. */
const surelyForeign = { withPlace: 0.5, withoutPlace: 0.35 };
/** A tool with a smaller share is weak. */
const leastSure = 0.08;
/** A further tool is shown while it is at least this share of the first one. */
const leastShare = 0.02;
const fewest = 3;
const anyPlace: readonly GuideRole[] = ['facts', 'lanes', 'coverage'];
const placeMarks = new Set(['#address', '#coordinates', '#zip', '#place', '#state']);

/** A tool by its own texts is shown while its score is at least this share of the best one. */
const leastOwn = 0.5;

interface OwnTexts {
  /** Tools without questions that fit, where one of them fits the words better than any other tool. */
  readonly first: readonly Tool[];
  /** The same where another tool fits better. */
  readonly further: readonly Tool[];
}

/** Ranks tools that have no questions by the words of their texts (BM25). */
function ownTexts(tools: readonly Tool[], learned: ReadonlySet<string>): (words: readonly string[]) => OwnTexts {
  const isNew = (tool: Tool) => !learned.has(fold(tool.name));
  if (!tools.some(isNew)) return () => ({ first: [], further: [] });
  const index = new MiniSearch({
    fields: ['text'],
    tokenize: (text) => [...contentWords(questionWords(text))],
    processTerm: (term) => term,
  });
  index.addAll(
    tools.map(({ name, title, summary, whenToUse }, id) => ({
      id,
      text: [fold(name).replace(/^svc_/, '').replaceAll('_', ' '), title, summary, whenToUse].join(' , '),
    })),
  );
  return (words) => {
    const found = index.search(contentWords(words).join(' '), { tokenize: (text) => text.split(' ') });
    const ranked = found.map(({ id, score }) => ({ tool: tools[id as number] as Tool, score }));
    const [best] = ranked;
    const near = ranked.filter(({ tool, score }) => isNew(tool) && score >= (best?.score ?? 0) * leastOwn);
    const fitting = near.map(({ tool }) => tool);
    return best && isNew(best.tool) ? { first: fitting, further: [] } : { first: [], further: fitting };
  };
}

class LearnedRanker implements Ranker {
  readonly #model: Model;
  readonly #byName: ReadonlyMap<string, Tool>;
  readonly #byRole: ReadonlyMap<GuideRole, Tool>;
  readonly #unlearned: (words: readonly string[]) => OwnTexts;
  readonly #absentSubject: ReturnType<typeof absentSubjects>;

  constructor(tools: readonly Tool[], model: Model) {
    this.#model = model;
    this.#unlearned = ownTexts(tools, new Set(model.header.classes));
    this.#absentSubject = absentSubjects(tools.flatMap(({ title, summary, whenToUse }) => [title, summary, whenToUse]));
    this.#byName = new Map(tools.map((tool) => [fold(tool.name), tool]));
    this.#byRole = new Map(tools.flatMap((tool) => (tool.kind === 'free' && tool.guide ? [[tool.guide, tool]] : [])));
  }

  rank(question: string, accept: (tool: Tool) => boolean): Ranked {
    const words = questionWords(question);
    const { shares, known } = this.#model.fit(words);
    const inside = shares.flatMap(([name, share]) => {
      const tool = this.#byName.get(name);
      return tool && accept(tool) ? [{ tool, share }] : [];
    });
    const own = this.#unlearned(words);
    const absent = this.#absentSubject(question);
    // a subject that only a tool without questions has is foreign to what was learned
    const learned = absent || own.first.length > 0 ? undefined : this.#foreignKind(shares, words, question);
    const foreign = namesAbroad(question) ? 'abroad' : known > 0 ? learned : undefined;
    if (foreign) return { tools: inside.slice(0, 2).map(({ tool }) => ({ tool, weak: true })), foreign };
    const least = (inside[0]?.share ?? 0) * leastShare;
    const fitting = inside.filter(({ share }, at) => known > 0 && (at < fewest || share >= least));
    const sure = fitting.filter(({ share }) => share >= leastSure);
    const found: RankedTool[] = [
      ...own.first.map((tool) => ({ tool, weak: false })),
      ...(absent ? this.#nearest(absent) : []).map((tool) => ({ tool, weak: true })),
      ...sure.map(({ tool }) => ({ tool, weak: false })),
      ...own.further.map((tool) => ({ tool, weak: true })),
      ...fitting.slice(sure.length).map(({ tool }) => ({ tool, weak: true })),
    ];
    const tools = found.filter(
      ({ tool }, at) => accept(tool) && found.findIndex((other) => other.tool === tool) === at,
    );
    return {
      tools: this.#namesPlace(words) ? [...tools, ...this.#aboutAnyPlace(tools, accept)] : tools,
      ...(absent && { absent }),
    };
  }

  #nearest({ nearest }: AbsentSubject): Tool[] {
    return nearest.flatMap((name) => this.#byName.get(fold(name)) ?? []);
  }

  #namesPlace = (words: readonly string[]): boolean => words.some((word) => placeMarks.has(word));

  #foreignKind(
    shares: readonly (readonly [string, number])[],
    words: readonly string[],
    question: string,
  ): ForeignKind | undefined {
    if (namesPerson(question)) return 'people';
    const kinds = shares.flatMap(([name, share]) => (isForeignKind(name) ? [{ name, share }] : []));
    const away = kinds.reduce((sum, { share }) => sum + share, 0);
    const best = shares.find(([name]) => !isForeignKind(name))?.[1] ?? 0;
    const least = this.#namesPlace(words) ? surelyForeign.withPlace : surelyForeign.withoutPlace;
    return away - best >= least ? kinds[0]?.name : undefined;
  }

  /** What answers about any place, where few tools fit. */
  #aboutAnyPlace(tools: readonly RankedTool[], accept: (tool: Tool) => boolean): RankedTool[] {
    return anyPlace
      .flatMap((role) => this.#byRole.get(role) ?? [])
      .filter((tool) => accept(tool) && !tools.some((other) => other.tool === tool))
      .slice(0, Math.max(0, fewest + 2 - tools.length))
      .map((tool) => ({ tool, weak: true }));
  }
}

/** Ranks by what the build learned (`scripts/learn-search.ts`); the model is read here. */
export const createRanker = (tools: readonly Tool[], model = readModel()): Ranker => new LearnedRanker(tools, model);
