import { distance } from 'fastest-levenshtein';
import type { Intent } from './intent-steps.ts';
import { choosingIntents } from './intents-choosing.ts';
import { landIntents } from './intents-land.ts';
import { owningIntents } from './intents-owning.ts';

export type { Intent, IntentStep, Stage } from './intent-steps.ts';
export { stages } from './intent-steps.ts';

/**
 * Every intent that can be planned, ordered as a person would ask for them; prompts and svc_suggest_workflow read the
 * same rows, and their ids are published.
 */
export const intents: readonly Intent[] = [...choosingIntents, ...landIntents, ...owningIntents];

export type IntentMatch =
  | { readonly state: 'exact' | 'phrase'; readonly intent: Intent }
  | { readonly state: 'unknown'; readonly nearest: readonly Intent[] };

const filler = new Set(
  'a an and am are be about at can do does for from going help how i in is it me my of on or our plan please research should the this to want we what with would you your'.split(
    ' ',
  ),
);

/** Reduces a word to a rough stem, so that "buying", "buyer" and "buy" meet. */
const stem = (word: string) =>
  word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(ings?|ers?|ed|ies|es|s)$/, '').replace(/(.)\1$/, '$1');

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !filler.has(word))
    .map(stem);

const idOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** Share of a phrase's words that the text has; words far down a long text count the same. */
function overlap(text: ReadonlySet<string>, phrase: readonly string[]): number {
  return phrase.length === 0 ? 0 : phrase.filter((word) => text.has(word)).length / phrase.length;
}

interface Scored {
  readonly intent: Intent;
  readonly share: number;
  readonly words: number;
}

/**
 * The intent that a caller means: its id (in any spelling of it), or a short natural phrase.
 * A text that fits no phrase, or fits two intents equally, is `unknown` with the nearest intents; nothing is guessed.
 */
export function matchIntent(text: string): IntentMatch {
  const id = idOf(text);
  const exact = intents.find((intent) => intent.id === id);
  if (exact) return { state: 'exact', intent: exact };
  const typo = intents.find((intent) => id.length > 6 && distance(id, intent.id) <= 2);
  if (typo) return { state: 'exact', intent: typo };
  const words = new Set(wordsOf(text));
  const scored: Scored[] = intents.map((intent) => {
    const candidates = [intent.title, intent.id.replaceAll('_', ' '), ...intent.phrases].map(wordsOf);
    const shares = candidates.map((phrase) => ({ share: overlap(words, phrase), words: phrase.length }));
    const top = shares.reduce((a, b) => (b.share > a.share || (b.share === a.share && b.words > a.words) ? b : a));
    return { intent, ...top };
  });
  scored.sort((a, b) => b.share - a.share || b.words - a.words);
  const [first, second] = scored;
  if (first && first.share === 1 && (!second || second.share < 1 || second.words < first.words)) {
    return { state: 'phrase', intent: first.intent };
  }
  const nearest = scored.filter(({ share }) => share > 0).slice(0, 3);
  return { state: 'unknown', nearest: nearest.map(({ intent }) => intent) };
}
