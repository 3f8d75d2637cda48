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

const none: readonly string[] = [];

/** The keys of citations that a property names: `citation: "c1"`, `resolvedBy: "c2"`, `citations: ["c1", "c3"]`. */
function keysIn(value: unknown, known: ReadonlySet<string>): readonly string[] {
  if (typeof value === 'string') return known.has(value) ? [value] : none;
  const named = Array.isArray(value) && value.length > 0 && value.every((item) => known.has(item as string));
  return named ? (value as string[]) : none;
}

/** The keys that the properties of a part name, each once. */
function keysOf(fields: Fields, known: ReadonlySet<string>): readonly string[] {
  let keys = none;
  for (const name in fields) {
    const named = keysIn(fields[name], known);
    if (named.length > 0) keys = keys.length === 0 ? named : [...keys, ...named];
  }
  return keys.length > 1 ? [...new Set(keys)] : keys;
}

/** Adds what cites inside a value to the list, from the outside in and in the order of the answer. */
function addCiting(value: unknown, path: string, known: ReadonlySet<string>, list: Citing[]): void {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) addCiting(value[at], `${path}[${at}]`, known, list);
    return;
  }
  if (!isFields(value)) return;
  const keys = keysOf(value, known);
  if (keys.length > 0) list.push({ path, keys, fields: value });
  for (const name in value) {
    const field = value[name];
    if (typeof field !== 'object' || field === null || (path === '' && uncited.has(name))) continue;
    addCiting(field, path === '' ? name : `${path}.${name}`, known, list);
  }
}

/** The values of a part that cites, without citation keys and without inner parts that cite on their own. */
function ownValue(value: unknown, known: ReadonlySet<string>, top = true): unknown {
  if (Array.isArray(value))
    return value.map((item) => ownValue(item, known, false)).filter((item) => item !== undefined);
  if (!isFields(value)) return value;
  if (!top && keysOf(value, known).length > 0) return undefined;
  const own: [string, unknown][] = [];
  for (const name in value) {
    const field = value[name];
    if (keysIn(field, known).length > 0) continue;
    const kept = ownValue(field, known, false);
    if (kept !== undefined) own.push([name, kept]);
  }
  return Object.fromEntries(own);
}

/** What an answer says on the word of each of its citations, by citation key; in the order of the answer. */
export function citedFacts(answer: Fields, known: ReadonlySet<string>): Map<string, EvidenceFact[]> {
  const facts = new Map<string, EvidenceFact[]>();
  for (const key of known) facts.set(key, []);
  const citing: Citing[] = [];
  addCiting(answer, '', known, citing);
  for (const { path, keys, fields } of citing) {
    const value = ownValue(fields, known);
    for (const key of keys) facts.get(key)?.push({ path, value });
  }
  return facts;
}
