import type { Answer, Component } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { within } from '../kernel/bounded.ts';
import type { CatalogPort } from '../kernel/ports/catalog.ts';
import type { Log } from '../kernel/ports/log.ts';
import { adoptFacts, shortened } from './sub-answers.ts';

const partMs = 12_000;

/** What a composite needs of its context. */
interface Calls {
  readonly catalog: CatalogPort;
  readonly signal: AbortSignal;
  readonly log: Log;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer>;
}

/** One tool that a composite asks, and what of its facts is shown. */
export interface ContextPart {
  readonly tool: string;
  /** The part in words, for sentences. */
  readonly words: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Names of the facts that are shown; all where absent. */
  readonly keep?: readonly string[];
  /** Entries of a list that are shown; default 2. */
  readonly entries?: number;
}

export interface AskedParts {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, Component>>;
  /** The sentence of each part that was asked. */
  readonly summaries: Readonly<Record<string, string>>;
  /** Words of the parts that brought facts, and of those that did not. */
  readonly told: readonly string[];
  readonly silent: readonly string[];
}

const silentAnswer = (summary: string): Answer => ({
  state: 'unavailable',
  summary,
  citations: {},
  searched: [],
  limits: [],
  verifyNext: [],
});

/** The sources that a part asked, in a few words. */
function askedOf(found: Answer, tool: string): string {
  const sources = [...new Set(found.searched.map(({ source }) => source))];
  const more = sources.length > 1 ? ` and ${sources.length - 1} more` : '';
  return sources.length > 0 ? `${sources[0]}${more} (${tool})` : tool;
}

/**
 * Asks the parts of a composite at once, each bounded in time. A part that fails or hangs is `unavailable` and holds up
 * nothing; a tool that the catalog does not have is left out. Facts keep the citations of the part that gave them.
 */
export async function askParts(
  ctx: Calls,
  answer: AnswerBuilder,
  parts: Readonly<Record<string, ContextPart>>,
): Promise<AskedParts> {
  const known = Object.entries(parts).filter(([, { tool }]) => ctx.catalog.find(tool));
  const found = await Promise.all(
    known.map(([, { tool, words, args }]) => {
      const call = ctx.call(tool, args).catch((error: unknown) => {
        if (ctx.signal.aborted) throw error;
        ctx.log.error({ error, tool }, 'part of a composite failed');
        return silentAnswer(`The ${words} part failed inside this service.`);
      });
      return within(partMs, call, () => silentAnswer(`The ${words} part did not answer in time.`));
    }),
  );
  const facts: Record<string, unknown> = {};
  const components: Record<string, Component> = {};
  const summaries: Record<string, string> = {};
  const told: string[] = [];
  const silent: string[] = [];
  known.forEach(([name, part], at) => {
    const answered = found[at];
    if (!answered) return;
    const whole = answered.state === 'found' || answered.state === 'stale';
    const reason = whole ? {} : { reason: answered.summary };
    components[name] = { state: answered.state, ...reason };
    summaries[name] = answered.summary;
    answer.count(answered.state);
    answer.note({ source: askedOf(answered, part.tool), area: 'the place asked for', state: answered.state });
    const wanted = part.keep ?? Object.keys(answered.facts ?? {});
    const kept = Object.fromEntries(
      wanted.flatMap((key) => (answered.facts && key in answered.facts ? [[key, answered.facts[key]]] : [])),
    );
    if (Object.keys(kept).length === 0) {
      silent.push(part.words);
      return;
    }
    facts[name] = adoptFacts(shortened(kept, part.entries ?? 2), answered, answer);
    told.push(part.words);
  });
  return { facts, components, summaries, told, silent };
}

/** "a, b answered; without facts: c" */
export function saidOf({ told, silent }: AskedParts): string {
  return (
    `${told.length > 0 ? `${told.join(', ')} answered` : 'none brought facts'}` +
    `${silent.length > 0 ? `; without facts: ${silent.join(', ')}` : ''}`
  );
}
