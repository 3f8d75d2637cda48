import type { Tool } from '../../catalog/registry.ts';
import { type Citation, plainSourceName } from '../../kernel/citation.ts';
import {
  type CitedEvidence,
  type Evidence,
  type EvidenceFact,
  type EvidenceRequest,
  evidenceId,
  evidenceReference,
} from '../../kernel/evidence.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { RequestLogEntry } from '../../kernel/ports/sources.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import type { AnswerState } from '../../kernel/state.ts';
import { waitingCitations, withReferences } from './body-citations.ts';
import { citedFacts } from './cited-facts.ts';

type Fields = Readonly<Record<string, unknown>>;
type Citations = Readonly<Record<string, Citation>>;

/** One call that was answered: what was asked for, what was asked of sources on the way, and the answer. */
export interface Answered {
  readonly tool: Tool;
  readonly input: Fields;
  readonly asked: readonly RequestLogEntry[];
  readonly mirror: MirrorAccess;
}

/** As much of an answer as evidence reads. */
export type Cited = Fields & {
  readonly citations: Citations;
  readonly state?: AnswerState | undefined;
  readonly records?: readonly PlaceRecord[] | undefined;
};

const requestOf = ({ cardId, ...entry }: RequestLogEntry): EvidenceRequest => ({ ...entry, sourceCard: cardId });

/** Each question once, in an order that does not depend on which source was quicker. */
function requestsOf(asked: readonly RequestLogEntry[]): readonly EvidenceRequest[] {
  if (asked.length === 0) return [];
  const byQuestion = new Map(asked.map((entry) => [`${entry.url} ${entry.body ?? ''} ${entry.at}`, requestOf(entry)]));
  return [...byQuestion].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, request]) => request);
}

/** Positions of the requests to the source that a citation names; the longest name that begins it decides. */
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
  return {
    dataset,
    address: sourceUrl,
    ...(vintage !== undefined && { vintage }),
    ...(retrievedAt !== undefined && { retrievedAt }),
    ...(sha256 !== undefined && { sha256 }),
  };
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

/** Records name their source themselves; they are what the answer says on its word. */
function recordsOf({ sourceName, fetchedAt }: Citation, records: readonly PlaceRecord[] | undefined): EvidenceFact[] {
  return (records ?? []).flatMap(({ source, ...record }, at) =>
    source.sourceName === sourceName && source.fetchedAt === fetchedAt
      ? [{ path: `records[${at}]`, value: record }]
      : [],
  );
}

interface Made {
  readonly id: string;
  readonly evidence: Evidence;
}

type FactsByKey = ReadonlyMap<string, readonly EvidenceFact[]>;

function make(
  answered: Answered,
  own: readonly (readonly [string, Citation])[],
  facts: FactsByKey,
  state?: AnswerState,
): Made {
  const requests = requestsOf(answered.asked);
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
    // what a caller writes down is a note of that caller's, not a question that could be asked again
    arguments: 'writes' in answered.tool && answered.tool.writes ? {} : { ...answered.input },
    ...(state !== undefined && { state }),
    requests: [...requests],
    citations,
  };
  return { id: evidenceId(evidence), evidence };
}

/** An answer whose citations refer to evidence, and the evidence that was made for those that had none. */
export interface Evidenced<T> {
  readonly answer: T;
  readonly made?: Made;
}

/** Makes the evidence of an answer with keyed citations; what other tools answered refers to theirs already. */
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

/** Makes the evidence of a sold body, whose citations stand beside their values, for those that wait for it. */
export function evidenceForBody<T extends Fields>(answered: Answered, body: T): Evidenced<T> {
  const waiting = waitingCitations(body);
  if (waiting.length === 0) return { answer: body };
  const facts = new Map(waiting.map(({ key, facts: own }) => [key, own]));
  const own = waiting.map(({ key, citation }) => [key, citation] as const);
  const made = make(answered, own, facts);
  return { answer: withReferences(body, waiting, made.id), made };
}
