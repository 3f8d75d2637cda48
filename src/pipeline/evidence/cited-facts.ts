import type { EvidenceFact } from '../../kernel/evidence.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parts of an answer that cite nothing: they say who was asked and what was left out. */
const uncited = new Set(['citations', 'searched', 'limits', 'verifyNext', 'summary', 'state', 'components']);

/** What cites: its path in the answer, the keys that it names, and its own values. */
interface Citing {
  readonly path: string;
  readonly keys: readonly string[];
  readonly fields: Fields;
}

/** The keys of citations that a property names: `citation: "c1"`, `resolvedBy: "c2"`, `citations: ["c1", "c3"]`. */
function keysIn(value: unknown, known: ReadonlySet<string>): readonly string[] {
  if (typeof value === 'string') return known.has(value) ? [value] : [];
  const named = Array.isArray(value) && value.length > 0 && value.every((item) => known.has(item as string));
  return named ? (value as string[]) : [];
}

function* citingIn(value: unknown, path: string, known: ReadonlySet<string>): Generator<Citing> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* citingIn(item, `${path}[${at}]`, known);
  } else if (isFields(value)) {
    const keys = Object.values(value).flatMap((field) => keysIn(field, known));
    if (keys.length > 0) yield { path, keys: [...new Set(keys)], fields: value };
    for (const [name, field] of Object.entries(value)) {
      if (!(path === '' && uncited.has(name))) yield* citingIn(field, path === '' ? name : `${path}.${name}`, known);
    }
  }
}

/** The values of a part that cites, without citation keys and without inner parts that cite on their own. */
function ownValue(value: unknown, known: ReadonlySet<string>, top = true): unknown {
  if (Array.isArray(value))
    return value.map((item) => ownValue(item, known, false)).filter((item) => item !== undefined);
  if (!isFields(value)) return value;
  const named = Object.values(value).some((field) => keysIn(field, known).length > 0);
  if (named && !top) return undefined;
  const own = Object.entries(value).flatMap(([name, field]) => {
    if (keysIn(field, known).length > 0) return [];
    const kept = ownValue(field, known, false);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(own);
}

/** What an answer says on the word of each of its citations, by citation key; in the order of the answer. */
export function citedFacts(answer: Fields, known: ReadonlySet<string>): ReadonlyMap<string, readonly EvidenceFact[]> {
  const facts = new Map<string, EvidenceFact[]>([...known].map((key) => [key, []]));
  for (const { path, keys, fields } of citingIn(answer, '', known)) {
    const value = ownValue(fields, known);
    for (const key of keys) facts.get(key)?.push({ path, value });
  }
  return facts;
}
