import type { Answer } from '../kernel/answer.ts';
import type { AnswerState } from '../kernel/state.ts';
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

/** "baseFloodElevation" -> "Base flood elevation". */
function label(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/(\d)([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// strings that say nothing without their name
const needsName = /(id|code|date|vintage|number|type|status|version|network)$/i;

function inline(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(inline).join(', ');
  if (value && typeof value === 'object') {
    return Object.entries(value)
      .filter(([key, inner]) => key !== 'citation' && inner !== undefined)
      .map(([key, inner]) => {
        if (inner === true) return label(key).toLowerCase();
        if (inner === false) return `not ${label(key).toLowerCase()}`;
        return typeof inner === 'string' && !needsName.test(key)
          ? inner
          : `${label(key).toLowerCase()} ${inline(inner)}`;
      })
      .join(' · ');
  }
  return '';
}

interface CitedFact {
  readonly value?: unknown;
  readonly unit?: string;
  readonly citation?: string;
  readonly note?: string;
}

function* listLines(name: string, list: readonly unknown[], indent: string): Generator<string> {
  yield `${indent}${name}: ${list.length === 0 ? 'none' : ''}`;
  for (const item of list.slice(0, maxRows)) {
    const cited = item && typeof item === 'object' && 'citation' in item ? dim(` [${String(item.citation)}]`) : '';
    yield `${indent}  · ${inline(item)}${cited}`;
  }
  if (list.length > maxRows) yield dim(`${indent}  … ${list.length - maxRows} more`);
}

function factText({ value, unit, note, citation }: CitedFact): string {
  return `${bold(inline(value))}${unit ? ` ${unit}` : ''}${note ? dim(` (${note})`) : ''}${dim(` [${citation}]`)}`;
}

function* factLines(facts: Readonly<Record<string, unknown>>, indent: string): Generator<string> {
  for (const [key, value] of Object.entries(facts)) {
    if (/citation$/i.test(key) || value === undefined) continue;
    const name = label(key);
    if (Array.isArray(value)) {
      yield* listLines(name, value, indent);
    } else if (!value || typeof value !== 'object') {
      yield `${indent}${name}: ${bold(inline(value))}`;
    } else if ('value' in value && 'citation' in value) {
      yield `${indent}${name}: ${factText(value as CitedFact)}`;
    } else {
      yield `${indent}${name}:`;
      yield* factLines(value as Record<string, unknown>, `${indent}  `);
    }
  }
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
  if (more > 0) lines.push(dim(`  … ${more} more records`));
  for (const [name, component] of Object.entries(answer.components ?? {})) {
    const part = stateStyle[component.state];
    lines.push(
      `  ${paint(part.style, part.mark)} ${label(name)}: ${part.word}${component.reason ? dim(`, ${component.reason}`) : ''}`,
    );
  }
  for (const asked of answer.searched.filter(({ state }) => state === 'unavailable' || state === 'not_covered')) {
    lines.push(
      dim(`  ${stateStyle[asked.state].mark} ${asked.source}: ${asked.reason ?? stateStyle[asked.state].word}`),
    );
  }
  for (const next of answer.verifyNext.slice(0, 2))
    lines.push(dim(`  → ${next.action}${next.url ? ` ${next.url}` : ''}`));
  if (options.sources !== false) lines.push(...sourceLines(answer));
  return lines;
}

/** The citations of an answer, one line each. */
export function sourceLines(answer: Answer): string[] {
  return Object.entries(answer.citations).map(([key, citation]) => {
    const dated = citation.sourceDate ? `, source date ${citation.sourceDate}` : '';
    return dim(
      `  [${key}] ${citation.sourceName}${dated}, read ${citation.fetchedAt.slice(0, 16).replace('T', ' ')}Z  ${citation.sourceUrl}`,
    );
  });
}
