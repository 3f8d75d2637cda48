import type { Intent } from './intent-steps.ts';
import { choosingIntents } from './intents-choosing.ts';
import { landIntents } from './intents-land.ts';
import { owningIntents } from './intents-owning.ts';
import { type PhraseMatch, phraseMatcher } from './phrase-match.ts';

export type { Intent, IntentStep, Stage } from './intent-steps.ts';
export { stages } from './intent-steps.ts';

/**
 * Every intent that can be planned, ordered as a person would ask for them; prompts and svc_suggest_workflow read the
 * same rows, and their ids are published.
 */
export const intents: readonly Intent[] = [...choosingIntents, ...landIntents, ...owningIntents];

export type IntentMatch = PhraseMatch<Intent>;

let matcher: ((text: string) => IntentMatch) | undefined;

/** The intent that a caller means: its id (in any spelling of it), or a short natural phrase; see {@link PhraseMatch}. */
export function matchIntent(text: string): IntentMatch {
  matcher ??= phraseMatcher(intents);
  return matcher(text);
}
