import type { Answer } from '../src/kernel/answer.ts';

const verdictWords =
  /\b(safe|unsafe|safer|safest|risky|best|worst|desirable|undesirable|score|scored|grade|graded|recommend|recommended|recommendation|recommends)\b/i;

/** Whether a result has the common answer shape (a few meta tools have their own). */
export function isAnswer(result: unknown): result is Answer {
  return typeof (result as Answer | undefined)?.state === 'string' && typeof (result as Answer).citations === 'object';
}

/** Rough size in tokens: four characters each; the mark of the fake upstreams is no part of a real answer. */
export function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).replaceAll(' (synthetic)', '').length / 4);
}

/** Paths of leaf values inside `facts` that no citation covers, or whose citation key does not exist. */
export function uncitedLeaves(answer: Answer): string[] {
  const missing: string[] = [];
  const walk = (value: unknown, path: string, cited: boolean) => {
    if (value === null || typeof value !== 'object') {
      if (!cited) missing.push(path);
      return;
    }
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) walk(item, `${path}.${at}`, cited);
      return;
    }
    const key = (value as { citation?: unknown }).citation;
    if (typeof key === 'string' && !(key in answer.citations)) missing.push(`${path}.citation`);
    const here = cited || typeof key === 'string';
    for (const [name, inner] of Object.entries(value)) if (name !== 'citation') walk(inner, `${path}.${name}`, here);
  };
  for (const [name, value] of Object.entries(answer.facts ?? {})) {
    // a fact beside cited ones at the top level may restate what the caller queried (units, year, radius)
    if (value !== null && typeof value === 'object') walk(value, `facts.${name}`, false);
  }
  return missing;
}

/** Sentences that the product itself writes: summary, limits, next steps, reasons. Record text is not among them. */
export function ownSentences(answer: Answer): string[] {
  return [
    answer.summary,
    ...answer.limits,
    ...answer.verifyNext.map(({ action }) => action),
    ...answer.searched.flatMap(({ reason }) => (reason ? [reason] : [])),
  ];
}

/** Own sentences with a word of verdict in them; quoted record text is taken out first. */
export function verdicts(answer: Answer): string[] {
  return ownSentences(answer).filter((sentence) => verdictWords.test(sentence.replace(/"[^"]*"|“[^”]*”/g, '')));
}

// controls, bidi marks, zero-width and tag characters: nothing of the kind may leave the service
export const unsafeText = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;

/** Every string of a value. */
export function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsOf(item);
  else if (value && typeof value === 'object') for (const inner of Object.values(value)) yield* stringsOf(inner);
}

/** Strings of a value that show something else than they hold; one expectation of all is quicker than one of each. */
export function unsafeStrings(value: unknown, shown: (text: string) => string = (text) => text): string[] {
  return [...stringsOf(value)].filter((text) => unsafeText.test(shown(text)));
}

/** The named fields of a value, so that they can be held exactly and the others left to the golden files. */
export function pick(value: unknown, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => names.includes(name)));
}
