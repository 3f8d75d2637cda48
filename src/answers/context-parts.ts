import type { Component } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { deadlineIn } from '../kernel/bounded.ts';
import type { ToolName } from '../kernel/tool-names.ts';
import type { Arguments } from './arguments.ts';
import { type AskContext, askTools, type PartReading } from './ask-tools.ts';
import { adoptFacts, shortened } from './sub-answers.ts';

/** How long the parts of a free tool may take together. */
export const contextMs = 12_000;

/** One free tool that a composed free tool asks, and what of its facts is shown. */
export interface ContextPart {
  readonly tool: ToolName;
  /** The part in words, for sentences. */
  readonly label: string;
  /** Names of the facts that are shown; all where absent. */
  readonly keep?: readonly string[] | undefined;
  /** Entries of a list that are shown; {@link defaultEntries} where absent. */
  readonly entries?: number;
}

export type ContextParts = Readonly<Record<string, ContextPart>>;

const defaultEntries = 2;

/** The parts as the output repeats them, with the entries of a list that are shown. */
export const outputParts = (parts: ContextParts) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, { tool, keep, entries = defaultEntries }]) => [name, { tool, keep, entries }]),
  );

/** What came back of the parts, by their names, folded into the facts of one answer. */
export interface FoldedParts {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly components: Record<string, Component>;
  /** The sentence of each part. */
  readonly summaries: Readonly<Record<string, string>>;
  /** Words of the parts that brought facts, and of those that did not. */
  readonly withFacts: readonly string[];
  readonly withoutFacts: readonly string[];
}

/** The sources that a part asked, in a few words. */
function sourcesOf({ answer, tool }: PartReading): string {
  const sources = [...new Set(answer.searched.map(({ source }) => source))];
  const more = sources.length > 1 ? ` and ${sources.length - 1} more` : '';
  return sources.length > 0 ? `${sources[0]}${more} (${tool})` : tool;
}

/** The facts of a part as far as it shows them. */
function shownFacts({ keep, entries = defaultEntries }: ContextPart, { answer }: PartReading) {
  const given = answer.facts ?? {};
  const wanted = keep ?? Object.keys(given);
  const kept = wanted.filter((name) => name in given).map((name) => [name, shortened(given[name], entries)]);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function componentOf({ answer: { state, summary } }: PartReading): Component {
  return { state, ...(state !== 'found' && state !== 'stale' && { reason: summary }) };
}

/**
 * Asks the parts of a free tool at once and folds what they say into its answer: their states count, their sources are
 * named, their facts keep the citations of the part that gave them. A part that fails or is late is `unavailable`.
 *
 * @param argsOf the arguments of each part, by its name
 */
export async function askParts(
  ctx: AskContext,
  answer: AnswerBuilder,
  parts: ContextParts,
  argsOf: (name: string) => Arguments,
): Promise<FoldedParts> {
  const named = Object.entries(parts);
  const asked = named.map(([name, { tool, label: words }]) => ({ tool, title: words, args: argsOf(name) }));
  const readings = await askTools(ctx, asked, deadlineIn(contextMs));
  const facts: Record<string, unknown> = {};
  const components: Record<string, Component> = {};
  const summaries: Record<string, string> = {};
  for (const [index, [name, part]] of named.entries()) {
    const reading = readings[index];
    if (!reading) continue;
    const { state, summary } = reading.answer;
    components[name] = componentOf(reading);
    summaries[name] = summary;
    answer.count(state);
    answer.note({ source: sourcesOf(reading), area: 'the place asked for', state });
    const shown = shownFacts(part, reading);
    if (shown) facts[name] = adoptFacts(shown, reading.answer, answer);
  }
  const words = (brought: boolean) => named.filter(([name]) => name in facts === brought).map(([, part]) => part.label);
  return { facts, components, summaries, withFacts: words(true), withoutFacts: words(false) };
}

/** "a, b answered; without facts: c" */
export function saidOf({ withFacts, withoutFacts }: FoldedParts): string {
  return (
    `${withFacts.length > 0 ? `${withFacts.join(', ')} answered` : 'none brought facts'}` +
    `${withoutFacts.length > 0 ? `; without facts: ${withoutFacts.join(', ')}` : ''}`
  );
}
