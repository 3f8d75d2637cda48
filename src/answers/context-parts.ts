import { z } from 'zod';
import { type Answer, type Component, partEntries } from '../kernel/answer.ts';
import type { AnswerBuilder, SearchExtent } from '../kernel/answer-builder.ts';
import { deadlineIn } from '../kernel/bounded.ts';
import type { Lookup } from '../kernel/lookup.ts';
import { cleanText } from '../kernel/text.ts';
import { ToolNameSchema } from '../kernel/tool-names.ts';
import { listOf, numeric, text } from '../rules/cells.ts';
import { tableFile } from '../rules/table-file.ts';
import type { Arguments } from './arguments.ts';
import { type AskContext, askTools, bounded, type PartPlace, type PartReading } from './ask-tools.ts';
import { partWords, saidWith } from './part-words.ts';
import { adoptFacts, shortened } from './sub-answers.ts';

export const contextMs = 12_000;

export const contextPartRows = tableFile('context-parts', {
  of: text,
  name: text,
  tool: ToolNameSchema,
  label: text,
  entries: numeric(z.int().min(1)).exactOptional(),
  keep: listOf(text).exactOptional(),
  beside: listOf(text).exactOptional(),
  /** What it states exists at every point of the country: it opens no price gate. */
  everywhere: z.literal('yes').exactOptional(),
  says: partWords,
});

/**
 * One free tool that a composed free tool asks, and what of its facts is shown: `keep` (all where absent), with them
 * `beside`, never alone, and of a list `entries` ({@link partEntries} where absent).
 */
export type ContextPart = Omit<ReturnType<typeof contextPartRows>[number], 'of' | 'name' | 'everywhere' | 'says'> & {
  readonly says?: readonly string[] | undefined;
};
export type ContextParts = Readonly<Record<string, ContextPart>>;

/**
 * The parts of a composed tool by the name of its file, in the order of data/rules/context-parts.csv. Throws where the
 * table has none.
 */
export function contextParts(tool: string): ContextParts {
  const rows = contextPartRows().filter(({ of }) => of === tool);
  if (rows.length === 0) throw new Error(`data/rules/context-parts.csv has no part of ${tool}`);
  return Object.fromEntries(rows.map(({ of: _, name, everywhere: _everywhere, ...part }) => [name, part]));
}

/** Whether an answer of a composed tool states nothing but what exists at every point of the country. */
export function isEverywhere({ tool, answer: { facts = {} } }: PartReading): boolean {
  const stated = contextPartRows().filter(({ of, name }) => tool === `svc_${of.replaceAll('-', '_')}` && name in facts);
  return stated.length > 0 && stated.every(({ everywhere }) => everywhere);
}

/** Areas of a part that are named, and the longest reason. */
const shownAreas = 2;
const reasonLength = 240;

export interface FoldedParts {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly components: Record<string, Component>;
  readonly summaries: Readonly<Record<string, string>>;
  /** The parts as they answered. */
  readonly readings: readonly PartReading[];
  /** What they state, in the words of data/rules/context-parts.csv. */
  readonly says: readonly string[];
  readonly withFacts: readonly string[];
  /** Of sources that answered. */
  readonly withoutFacts: readonly string[];
  /** Whose sources did not answer. */
  readonly unread: readonly string[];
}

function sourcesOf({ answer, tool }: PartReading): string {
  const sources = [...new Set(answer.searched.map(({ source }) => source))];
  const more = sources.length > 1 ? ` and ${sources.length - 1} more` : '';
  return sources.length > 0 ? `${sources[0]}${more} (${tool})` : tool;
}

function shownFacts({ keep, beside = [], entries = partEntries }: ContextPart, { answer }: PartReading) {
  const given = answer.facts ?? {};
  const kept = (keep ?? Object.keys(given)).filter((name) => name in given);
  if (kept.length === 0) return undefined;
  const shown = new Set([...kept, ...beside.filter((name) => name in given)]);
  return Object.fromEntries([...shown].map((name) => [name, shortened(given[name], entries)]));
}

/** What a partial part could not read: by its questions, else by the parts that it is made of itself. */
function missingOf({ searched, components = {} }: Answer): readonly string[] {
  const lost = (state: string) => state !== 'found' && state !== 'empty' && state !== 'stale';
  const queried = searched.flatMap(({ source, state, reason }) =>
    lost(state) ? [`${source}: ${reason ?? state.replace('_', ' ')}`] : [],
  );
  if (queried.length > 0) return [...new Set(queried)];
  return Object.entries(components).flatMap(([name, { state, reason }]) =>
    state === 'found' ? [] : [`${name}: ${reason ?? state.replace('_', ' ')}`],
  );
}

function reasonOf(answer: Answer): string | undefined {
  const { state, summary } = answer;
  if (state === 'found' || state === 'stale') return undefined;
  if (state !== 'partial') return summary;
  const missing = missingOf(answer);
  return missing.length > 0
    ? cleanText(missing.slice(0, 2).join('; '), reasonLength)
    : 'not all of what it asks brought facts';
}

function componentOf({ answer, tool }: PartReading): Component {
  const reason = reasonOf(answer);
  return { state: answer.state, ...(reason && { reason }), tool };
}

function extentOf({ answer: { searched } }: PartReading): SearchExtent {
  const areas = [...new Set(searched.map(({ area }) => area))];
  const periods = [...new Set(searched.map(({ period }) => period))];
  const more = areas.length > shownAreas ? ` and ${areas.length - shownAreas} more` : '';
  const [period] = periods;
  return {
    area: areas.length > 0 ? `${areas.slice(0, shownAreas).join('; ')}${more}` : 'nothing was queried',
    ...(periods.length === 1 && period !== undefined && { period }),
  };
}

/** Whether fewer than half of the parts of an answer brought facts: it is then partial, whatever their states. */
export const mostWithout = (withFacts: number, queried: number): boolean => withFacts > 0 && withFacts * 2 < queried;

/**
 * Asks the parts of a free tool at once and folds what they say into its answer: their states count, their sources and what they searched are
 * named, their facts keep the citations of the part that gave them. A part that fails or is late is `unavailable`.
 *
 * @param at the arguments of each part, by its name, or the place from which they follow
 */
export async function askParts(
  ctx: AskContext,
  answer: AnswerBuilder,
  parts: ContextParts,
  at: ((name: string) => Arguments) | PartPlace,
): Promise<FoldedParts> {
  const named = Object.entries(parts);
  const byPart = typeof at === 'function' ? at : undefined;
  const queried = named.map(([name, { tool, label: words }]) => ({
    tool,
    title: words,
    ...(byPart && { args: byPart(name) }),
  }));
  const readings = await askTools(ctx, queried, deadlineIn(contextMs), typeof at === 'function' ? undefined : at);
  const facts: Record<string, unknown> = {};
  const components: Record<string, Component> = {};
  const summaries: Record<string, string> = {};
  const says: string[] = [];
  for (const [index, [name, part]] of named.entries()) {
    const reading = readings[index];
    if (!reading) continue;
    const { state, summary } = reading.answer;
    components[name] = componentOf(reading);
    summaries[name] = summary;
    answer.count(state);
    answer.note({ source: sourcesOf(reading), ...extentOf(reading), state });
    const shown = shownFacts(part, reading);
    if (shown) facts[name] = adoptFacts(shown, reading.answer, answer);
    says.push(...saidWith(part.says ?? [], reading.answer.facts));
  }
  if (mostWithout(Object.keys(facts).length, named.length)) answer.count('partial');
  const words = (holds: (name: string) => boolean) =>
    named.filter(([name]) => holds(name)).map(([, { label }]) => label);
  const isUnread = (name: string) => !(name in facts) && components[name]?.state === 'unavailable';
  return {
    ...{ facts, components, summaries, readings, says },
    withFacts: words((name) => name in facts),
    withoutFacts: words((name) => !(name in facts) && !isUnread(name)),
    unread: words(isUnread),
  };
}

/**
 * A question that a composed tool puts to a source itself, within the same time as its parts: late or failed it becomes
 * `instead`, which gets the sentence that says why.
 */
export const ownQuestion = <T>(
  ctx: Pick<AskContext, 'log' | 'signal'>,
  title: string,
  job: Promise<T>,
  instead: (reason: string) => T,
): Promise<T> => bounded(ctx, deadlineIn(contextMs), title, job, instead);

/** {@link ownQuestion} for one lookup: `unavailable` under the name of its source where it is late or failed. */
export const ownLookup = <T>(
  ctx: Pick<AskContext, 'log' | 'signal'>,
  source: string,
  job: Promise<Lookup<T>>,
): Promise<Lookup<T>> => ownQuestion(ctx, source, job, (reason) => ({ state: 'unavailable', source, reason }));
