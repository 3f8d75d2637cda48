import type { Tool } from '../../catalog/registry.ts';
import { type Citation, plainSourceName } from '../../kernel/citation.ts';
import { defined } from '../../kernel/defined.ts';
import {
  type CitedEvidence,
  type Evidence,
  type EvidenceFact,
  type EvidenceRequest,
  evidenceId,
  evidenceReference,
} from '../../kernel/evidence.ts';
import { type Fields, isFields } from '../../kernel/fields.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { RequestLogEntry } from '../../kernel/ports/sources.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import type { AnswerState } from '../../kernel/state.ts';
import { waitingCitations, withReferences } from './body-citations.ts';

/** Parts of an answer without citations: what was searched and what was omitted. */
const uncited = new Set(['citations', 'searched', 'limits', 'verifyNext', 'summary', 'state', 'components']);

/** A part with citations: its path in the answer, the keys of the citations, and its own values. */
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

/** Adds the parts of a value that cite to the list, from the outside in and in the order of the answer. */
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
    const stored = ownValue(field, known, false);
    if (stored !== undefined) own.push([name, stored]);
  }
  return Object.fromEntries(own);
}

/** The facts of each citation of an answer, by citation key; in the order of the answer. */
function citedFacts(answer: Fields, known: ReadonlySet<string>): Map<string, EvidenceFact[]> {
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

/** One answered call: its arguments, its queries to sources, and the answer. */
export interface Answered {
  readonly tool: Tool;
  readonly input: Fields;
  readonly queried: readonly RequestLogEntry[];
  readonly mirror: MirrorAccess;
}

/** The parts of an answer that evidence reads. */
export type Cited = Fields & {
  readonly citations: Readonly<Record<string, Citation>>;
  readonly state?: AnswerState | undefined;
  readonly records?: readonly PlaceRecord[] | undefined;
};

/** Each query once, in an order that does not depend on the speed of the sources. */
function requestsOf(queried: readonly RequestLogEntry[]): readonly EvidenceRequest[] {
  const byQuestion = new Map(
    queried.map(({ cardId: sourceCard, ...entry }) => [
      `${entry.url} ${entry.body ?? ''} ${entry.at}`,
      { ...entry, sourceCard },
    ]),
  );
  return [...byQuestion].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, request]) => request);
}

/** Positions of the requests to the source that a citation names; the longest matching prefix decides. */
function requestsFor({ sourceName }: Citation, requests: readonly EvidenceRequest[]): number[] {
  if (requests.length === 0) return [];
  const cited = plainSourceName(sourceName);
  const named = requests.filter(({ source }) => cited.startsWith(source));
  const longest = Math.max(0, ...named.map(({ source }) => source.length));
  return requests.flatMap(({ source }, at) => (source.length === longest && cited.startsWith(source) ? [at] : []));
}

const registryAddress = 'urn:place-records:';

function fileFor(citation: Citation, { tool, mirror }: Answered): CitedEvidence['file'] {
  const dataset = [...(tool.mirrors ?? []), ...mirror.placeFiles()].find(
    (id) => mirror.citation(id)?.sourceName === citation.sourceName,
  );
  if (dataset === undefined) return undefined;
  const { sourceUrl, vintage, retrievedAt, sha256 } = mirror.status(dataset);
  return defined({ dataset, address: sourceUrl, vintage, retrievedAt, sha256 });
}

function originOf(
  citation: Citation,
  requests: readonly number[],
  answered: Answered,
): Pick<CitedEvidence, 'origin' | 'file'> {
  if (requests.length > 0) return { origin: 'source_answer' };
  if (citation.sourceUrl.startsWith(registryAddress)) return { origin: 'own_registry' };
  const file = fileFor(citation, answered);
  return file ? { origin: 'mirrored_file', file } : { origin: 'shipped_table' };
}

/** Records name their source themselves; they are its facts. */
function recordsOf({ sourceName, fetchedAt }: Citation, records: readonly PlaceRecord[] | undefined): EvidenceFact[] {
  return (records ?? []).flatMap(({ source, ...record }, at) =>
    source.sourceName === sourceName && source.fetchedAt === fetchedAt
      ? [{ path: `records[${at}]`, value: record }]
      : [],
  );
}

function make(
  answered: Answered,
  own: readonly (readonly [string, Citation])[],
  facts: ReadonlyMap<string, readonly EvidenceFact[]>,
  state?: AnswerState,
) {
  const requests = requestsOf(answered.queried);
  const citations: Record<string, CitedEvidence> = {};
  for (const [key, citation] of own) {
    const positions = requestsFor(citation, requests);
    const origin = originOf(citation, positions, answered);
    citations[key] = { citation, ...origin, requests: positions, facts: [...(facts.get(key) ?? [])] };
  }
  const evidence: Evidence = {
    kind: 'place_records_evidence',
    version: 1,
    tool: answered.tool.name,
    // a note of a caller is not a query that could be repeated
    arguments: 'writes' in answered.tool && answered.tool.writes ? {} : { ...answered.input },
    ...(state !== undefined && { state }),
    requests: [...requests],
    citations,
  };
  return { id: evidenceId(evidence), evidence };
}

/** An answer whose citations refer to evidence, and the new evidence of those that had none. */
export interface Evidenced<T> {
  readonly answer: T;
  readonly made?: ReturnType<typeof make>;
}

/** Makes the evidence of an answer with keyed citations; answers of other tools refer to theirs already. */
export function evidenceForAnswer<T extends Cited>(answered: Answered, answer: T): Evidenced<T> {
  const own = Object.entries(answer.citations).filter(([, { evidence }]) => evidence === undefined);
  if (own.length === 0) return { answer };
  const facts = citedFacts(answer, new Set(Object.keys(answer.citations)));
  for (const [key, citation] of own) facts.get(key)?.push(...recordsOf(citation, answer.records));
  const made = make(answered, own, facts, answer.state);
  const citations: Record<string, Citation> = { ...answer.citations };
  for (const [key, citation] of own) citations[key] = { ...citation, evidence: evidenceReference(made.id, key) };
  return { answer: { ...answer, citations }, made };
}

/** Makes the evidence of a sold body, whose citations are beside their values, for those that lack it. */
export function evidenceForBody<T extends Fields>(answered: Answered, body: T): Evidenced<T> {
  const waiting = waitingCitations(body);
  if (waiting.length === 0) return { answer: body };
  const facts = new Map(waiting.map(({ key, facts: own }) => [key, own]));
  const own = waiting.map(({ key, citation }) => [key, citation] as const);
  const made = make(answered, own, facts);
  return { answer: withReferences(body, waiting, made.id), made };
}
