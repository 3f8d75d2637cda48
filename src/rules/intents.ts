import { z } from 'zod';
import { ToolOrRouteNameSchema } from '../kernel/tool-names.ts';
import { listOf, text } from './cells.ts';
import { type PhraseMatch, phraseMatcher } from './phrase-match.ts';
import { tableFile } from './table-file.ts';

export const stages = ['orient', 'subject', 'evidence', 'money', 'timing', 'rules', 'packet'] as const;
export type Stage = (typeof stages)[number];

const stepRows = tableFile('intent-steps', {
  intent: text,
  stage: z.enum(stages),
  tool: ToolOrRouteNameSchema,
  why: text,
});

export type IntentStep = Pick<ReturnType<typeof stepRows>[number], 'stage' | 'tool' | 'why'>;

/**
 * Every intent that can be planned, in the order in which a person would name them, with its steps. The prompts and
 * svc_suggest_workflow read the same rows, and the ids are published. `phrases` are short natural phrases that mean it.
 */
export const intents = tableFile(
  'intents',
  { id: z.string().regex(/^[a-z]+(_[a-z]+)*$/), title: text, description: text, phrases: listOf(text) },
  (cells, refuse) => {
    const steps = stepRows()
      .filter(({ intent }) => intent === cells.id)
      .map(({ stage, tool, why }): IntentStep => ({ stage, tool, why }));
    return steps.length > 0 ? { ...cells, steps } : refuse('id', 'no line of intent-steps.csv has it');
  },
);

export type Intent = ReturnType<typeof intents>[number];
export type IntentMatch = PhraseMatch<Intent>;

let matcher: ((text: string) => IntentMatch) | undefined;

/** The intent that a caller means: its id (in any spelling of it), or a short natural phrase; see {@link PhraseMatch}. */
export function matchIntent(text: string): IntentMatch {
  matcher ??= phraseMatcher(intents());
  return matcher(text);
}
