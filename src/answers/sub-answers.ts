import type { Answer } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import type { Citation } from '../kernel/citation.ts';

/**
 * Puts facts of another tool's answer into this one: every `citation` key is exchanged for this answer's key of the
 * same citation. Citations that nothing points to are not carried over.
 */
export function adoptFacts(facts: unknown, from: Answer, answer: AnswerBuilder): unknown {
  const keys = new Map<string, string>();
  const keyOf = (old: string): string => {
    const known = keys.get(old);
    if (known) return known;
    const citation: Citation | undefined = from.citations[old];
    if (!citation) throw new Error(`an answer cites ${old} and does not carry it`);
    const key = answer.cite(citation);
    keys.set(old, key);
    return key;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'citation' && typeof inner === 'string' ? keyOf(inner) : walk(inner),
      ]),
    );
  };
  return walk(facts);
}

/** Lists cut to their first entries, so that a bundle of several answers stays small. */
export function shortened(facts: unknown, entries: number): unknown {
  if (Array.isArray(facts)) return facts.slice(0, entries).map((entry) => shortened(entry, entries));
  if (typeof facts !== 'object' || facts === null) return facts;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, shortened(value, entries)]));
}
