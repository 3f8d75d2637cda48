import { answerLines } from '../answer-text/answer-text.ts';
import { paint } from './terminal.ts';

/** Rows of one list of an answer; what has no state has its lists whole. */
const mostRows = 5;

/** A line of Markdown as a terminal shows it: what is strong is bold, an address stands behind its words. */
const painted = (line: string): string =>
  line
    .replaceAll(/\*\*(.+?)\*\*/g, (_all, words: string) => paint('bold', words))
    .replaceAll(
      /\[([^[\]]+)\]\((https?:[^()\s]+)\)/g,
      (_all, words: string, url: string) => `${words} ${paint('dim', url)}`,
    );

/** An answer as lines for a terminal: the name of its tool, then what MCP says in words, whole. */
export function printed(title: string, answer: object): readonly string[] {
  const { state } = answer as { readonly state?: unknown };
  const hasState = typeof state === 'string';
  const rows = hasState ? mostRows : Number.POSITIVE_INFINITY;
  const lines = answerLines({ ...answer }, { rows: [rows], whole: 'all of it: --json' });
  const head = `${paint('bold', title)}${hasState ? `  ${state.replaceAll('_', ' ')}` : ''}`;
  return [head, ...lines.map((line) => `  ${painted(line)}`)];
}
