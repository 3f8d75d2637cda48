import type { Answer } from '../kernel/answer.ts';
import type { AnswerState } from '../kernel/state.ts';
import { labelOf, lowered, wordsOf } from '../products/shared/compose/labels.ts';
import { isCitationKey } from '../products/shared/compose/phrases.ts';
import { bandsOf, bandsText, readerText } from '../reports/values.ts';
import { shown } from '../reports/words.ts';
import { nextCheckKind } from '../rules/next-check-pages.ts';
import { paint } from './terminal.ts';

const stateStyle: Record<AnswerState, { mark: string; style: Parameters<typeof paint>[0]; word: string }> = {
  found: { mark: '●', style: 'green', word: 'found' },
  empty: { mark: '○', style: 'cyan', word: 'nothing in the named source' },
  partial: { mark: '◐', style: 'yellow', word: 'partial' },
  stale: { mark: '◐', style: 'yellow', word: 'stale copy' },
  not_covered: { mark: '–', style: 'gray', word: 'not covered here' },
  unresolved: { mark: '?', style: 'yellow', word: 'place not pinned down' },
  unavailable: { mark: '✗', style: 'red', word: 'source unavailable' },
};

const bold = (text: string) => paint('bold', text);
const dim = (text: string) => paint('dim', text);
const maxRows = 5;
const howToSeeAll = 'all of them: --json';

const plainFields: ReadonlySet<string> = new Set(['name', 'title', 'label', 'kind', 'tool', 'slug', 'what']);

/** A value with its unit, US units first; moments and code words as a person reads them, names of tools as they are called. */
function plainText(value: string | number | boolean, unit?: string): string {
  if (typeof value === 'string' && /^svc_\w+$/.test(value)) return value;
  return typeof value === 'string' ? shown(readerText(value, unit)) : readerText(value, unit);
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** One field of a row: its label and what it says. */
function named(key: string, value: unknown, unit?: string): string {
  const { label, unit: ofKey } = labelOf(key);
  const text = isPlain(value) ? plainText(value, unit ?? ofKey) : inline(value);
  return plainFields.has(key) ? text : `${lowered(label)} ${text}`;
}

function inline(value: unknown): string {
  if (isPlain(value)) return plainText(value);
  if (Array.isArray(value)) return value.map(inline).join(', ');
  if (!value || typeof value !== 'object') return '';
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(fields)
    .filter(([key, inner]) => !isCitationKey(key) && inner !== undefined && !(key === 'unit' && 'value' in fields))
    .map(([key, inner]) =>
      key === 'value' && isPlain(inner)
        ? plainText(inner, typeof fields.unit === 'string' ? fields.unit : undefined)
        : named(key, inner),
    )
    .join(' \u00b7 ');
}

interface CitedFact {
  readonly value?: unknown;
  readonly unit?: string;
  readonly citation?: string;
  readonly note?: string;
}

/** The mark of a citation where there is one: of a row or fact, else of the group around it. */
const markOf = (item: unknown): string =>
  item && typeof item === 'object' && 'citation' in item && typeof item.citation === 'string'
    ? dim(` [${item.citation}]`)
    : '';

function* listLines(name: string, list: readonly unknown[], indent: string, rows: number): Generator<string> {
  yield `${indent}${name}: ${list.length === 0 ? 'none' : ''}`;
  for (const item of list.slice(0, rows)) yield `${indent}  \u00b7 ${inline(item)}${markOf(item)}`;
  if (list.length > rows) yield dim(`${indent}  \u2026 ${list.length - rows} more (${howToSeeAll})`);
}

function factText(key: string, fact: CitedFact): string {
  const { value, unit, note } = fact;
  const text = isPlain(value) ? plainText(value, unit ?? labelOf(key).unit) : inline(value);
  return `${bold(text)}${note ? dim(` (${note})`) : ''}${markOf(fact)}`;
}

const bandText = (value: unknown): string | undefined => {
  const bands = bandsOf(value);
  return bands && bandsText(bands);
};

function* factLines(facts: Readonly<Record<string, unknown>>, indent: string, rows = maxRows): Generator<string> {
  for (const [key, value] of Object.entries(facts)) {
    if (isCitationKey(key) || value === undefined) continue;
    const { label, unit } = labelOf(key);
    const bands = bandText(value);
    if (bands) {
      yield `${indent}${label}: ${bold(bands)}`;
    } else if (Array.isArray(value)) {
      yield* listLines(label, value, indent, rows);
    } else if (!value || typeof value !== 'object') {
      yield `${indent}${label}: ${bold(isPlain(value) ? plainText(value, unit) : '')}`;
    } else if ('value' in value && 'citation' in value) {
      yield `${indent}${label}: ${factText(key, value as CitedFact)}`;
    } else {
      yield `${indent}${label}:${markOf(value)}`;
      yield* factLines(value as Record<string, unknown>, `${indent}  `, rows);
    }
  }
}

/** The reader opens a page and asks an office. */
function nextLine({ action, with: who, url }: Answer['verifyNext'][number]): string {
  const verb = nextCheckKind(who) === 'page' ? 'open' : 'ask';
  return dim(`  \u2192 ${action} (${verb}: ${who})${url ? ` ${url}` : ''}`);
}

/** An answer as lines for a terminal: state, sentence, facts with citation marks, what was not read, sources. */
export function answerLines(title: string, answer: Answer, options: { sources?: boolean } = {}): string[] {
  const { mark, style, word } = stateStyle[answer.state];
  const lines = [`${paint(style, mark)} ${bold(title)}  ${paint(style, word)}`, `  ${answer.summary}`];
  if (answer.facts) lines.push(...factLines(answer.facts, '  '));
  for (const record of answer.records?.slice(0, maxRows) ?? []) {
    lines.push(
      `  · ${record.occurredAt?.slice(0, 10) ?? 'undated'}  ${record.title}${record.status ? dim(` (${record.status})`) : ''}`,
    );
  }
  const more = (answer.records?.length ?? 0) - maxRows;
  if (more > 0) lines.push(dim(`  \u2026 ${more} more records (${howToSeeAll})`));
  for (const [name, component] of Object.entries(answer.components ?? {})) {
    const part = stateStyle[component.state];
    lines.push(
      `  ${paint(part.style, part.mark)} ${wordsOf(name)}: ${part.word}${component.reason ? dim(`, ${component.reason}`) : ''}`,
    );
  }
  for (const entry of answer.searched.filter(({ state }) => state === 'unavailable' || state === 'not_covered')) {
    lines.push(
      dim(`  ${stateStyle[entry.state].mark} ${entry.source}: ${entry.reason ?? stateStyle[entry.state].word}`),
    );
  }
  for (const next of answer.verifyNext) lines.push(nextLine(next));
  if (options.sources !== false) lines.push(...sourceLines(answer));
  return lines;
}

/** A result whose shape is a tool's own, without state and citations, as lines for a terminal; its lists are whole. */
export const resultLines = (title: string, result: object): string[] => [
  bold(title),
  ...factLines(result as Readonly<Record<string, unknown>>, '  ', Number.POSITIVE_INFINITY),
];

/** The citations of an answer, one line each. */
export function sourceLines(answer: Answer): string[] {
  return Object.entries(answer.citations).map(([key, citation]) => {
    const dated = citation.sourceDate ? `, source date ${citation.sourceDate}` : '';
    return dim(
      `  [${key}] ${citation.sourceName}${dated}, read ${citation.fetchedAt.slice(0, 16).replace('T', ' ')}Z  ${citation.sourceUrl}`,
    );
  });
}
