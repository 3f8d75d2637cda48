import { canonicalJson } from '../../kernel/canonical.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { CitedEvidence, Evidence, EvidenceFact, EvidenceRequest } from '../../kernel/evidence.ts';
import { isFields } from '../../kernel/fields.ts';

/**
 * The result for a fact: `same`: the source sent the same bytes again; `same_facts`: other bytes, the same values;
 * `changed`: a value differs; `gone`: the source answered without it; `cannot_ask`: it is unknown.
 */
export const replayVerdicts = ['same', 'same_facts', 'changed', 'gone', 'cannot_ask'] as const;
export type ReplayVerdict = (typeof replayVerdicts)[number];

/** One different value; an absent `from` or `to` means that there was or is none. */
export interface FieldChange {
  readonly field: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface FactReplay {
  readonly path: string;
  readonly verdict: ReplayVerdict;
  readonly changes?: readonly FieldChange[];
}

export interface CitationReplay {
  /** Key of the citation in its evidence. */
  readonly key: string;
  readonly sourceName: string;
  /** The gravest verdict of its facts. */
  readonly verdict: ReplayVerdict;
  readonly reason?: string;
  readonly facts: readonly FactReplay[];
  /** Facts that are new in the source. */
  readonly added: number;
}

const gravity: Readonly<Record<ReplayVerdict, number>> = { same: 0, same_facts: 1, cannot_ask: 2, gone: 3, changed: 4 };

/** The gravest of several verdicts; `same` where there are none. */
export const gravest = (verdicts: readonly ReplayVerdict[]): ReplayVerdict =>
  verdicts.reduce((worst, one) => (gravity[one] > gravity[worst] ? one : worst), 'same');

/** The path without positions: rows move when one is added. */
const place = ({ path }: EvidenceFact) => path.replaceAll(/\[\d+\]/g, '[]');
const identity = (fact: EvidenceFact) => `${place(fact)} ${canonicalJson(fact.value)}`;

/** Values that differ between two facts, each with the dotted name of its field. */
function changesBetween(from: unknown, to: unknown, field = ''): FieldChange[] {
  if (from !== undefined && to !== undefined && canonicalJson(from) === canonicalJson(to)) return [];
  if (isFields(from) && isFields(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => changesBetween(from[name], to[name], field === '' ? name : `${field}.${name}`));
  }
  return [{ field: field || 'value', ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
}

/** The number of fields that two facts share, to match a row whose values changed. */
function inCommon(a: unknown, b: unknown): number {
  if (!isFields(a) || !isFields(b)) return 0;
  return Object.entries(a).filter(([name, value]) => name in b && canonicalJson(value) === canonicalJson(b[name]))
    .length;
}

/** The new fact that matches an old one: the row that shares most with it, or the value at the same path. */
function successorOf(fact: EvidenceFact, candidates: readonly EvidenceFact[]): EvidenceFact | undefined {
  const here = candidates.filter((candidate) => place(candidate) === place(fact));
  const [best] = here
    .map((candidate) => ({ candidate, shared: inCommon(fact.value, candidate.value) }))
    .sort((a, b) => b.shared - a.shared);
  if (best && best.shared > 0) return best.candidate;
  return fact.path.includes('[') ? undefined : here[0];
}

function compareFacts(
  then: readonly EvidenceFact[],
  now: readonly EvidenceFact[],
  unchanged: ReplayVerdict,
): { readonly facts: readonly FactReplay[]; readonly added: number } {
  const left = [...now];
  const take = (found: EvidenceFact | undefined) => {
    if (found) left.splice(left.indexOf(found), 1);
    return found;
  };
  const kept = new Set(then.filter((fact) => take(left.find((candidate) => identity(candidate) === identity(fact)))));
  const facts = then.map((fact): FactReplay => {
    if (kept.has(fact)) return { path: fact.path, verdict: unchanged };
    const next = take(successorOf(fact, left));
    if (!next) return { path: fact.path, verdict: 'gone' };
    return { path: fact.path, verdict: 'changed', changes: changesBetween(fact.value, next.value) };
  });
  return { facts, added: left.length };
}

const questionOf = ({ method, url, body }: EvidenceRequest) => `${method} ${url} ${body ?? ''}`;
const requestsOf = (evidence: Evidence, cited: CitedEvidence) =>
  cited.requests.flatMap((at) => evidence.requests[at] ?? []);

/** Whether both replies are identical, byte for byte. */
function sameBytes(then: Evidence, now: Evidence, cited: CitedEvidence, again: CitedEvidence): boolean {
  const hashes = new Map(requestsOf(now, again).map((request) => [questionOf(request), request.bodyHash]));
  const queried = requestsOf(then, cited);
  const answered = queried.every(
    (request) => request.bodyHash !== undefined && hashes.get(questionOf(request)) === request.bodyHash,
  );
  return answered && cited.file?.sha256 === again.file?.sha256;
}

/** The new citation that matches an old one: by source and, where available, record, edition and page. */
function citationNow(now: Evidence, key: string, { citation }: CitedEvidence): CitedEvidence | undefined {
  const alike = (other: Citation) =>
    (['recordId', 'sourceDate', 'sourceUrl'] as const).filter((name) => other[name] === citation[name]).length;
  const [best] = Object.entries(now.citations)
    .filter(([, one]) => one.citation.sourceName === citation.sourceName)
    .map(([name, one]) => ({ one, alike: alike(one.citation), sameKey: name === key }))
    .sort((a, b) => b.alike - a.alike || Number(b.sameKey) - Number(a.sameKey));
  return best?.one;
}

function cannotAsk(key: string, { citation, facts }: CitedEvidence, reason: string): CitationReplay {
  return {
    key,
    sourceName: citation.sourceName,
    verdict: 'cannot_ask',
    reason,
    facts: facts.map(({ path }) => ({ path, verdict: 'cannot_ask' })),
    added: 0,
  };
}

/** Every citation of evidence whose requests cannot be repeated, with the reason. */
export const noneAsked = (evidence: Evidence, reason: string): readonly CitationReplay[] =>
  Object.entries(evidence.citations).map(([key, cited]) => cannotAsk(key, cited, reason));

/** Whether a source that answered before does not answer now. */
const failedNow = (then: Evidence, now: Evidence, cited: CitedEvidence) => {
  const cards = new Set(requestsOf(then, cited).map(({ sourceCard }) => sourceCard));
  return now.requests.some(({ sourceCard, outcome }) => cards.has(sourceCard) && outcome !== 'answered');
};

function compareCitation(then: Evidence, now: Evidence, key: string, cited: CitedEvidence): CitationReplay {
  const again = citationNow(now, key, cited);
  const failed = failedNow(then, now, cited);
  if (!again && (failed || now.state === 'unavailable'))
    return cannotAsk(key, cited, `${cited.citation.sourceName} did not answer.`);
  const unchanged = again && sameBytes(then, now, cited, again) ? 'same' : 'same_facts';
  const { facts, added } = compareFacts(cited.facts, again?.facts ?? [], unchanged);
  // a fact is not gone where the source answered only in part
  const honest = failed
    ? facts.map((fact): FactReplay => (fact.verdict === 'gone' ? { ...fact, verdict: 'cannot_ask' } : fact))
    : facts;
  const missing = again ? unchanged : 'gone';
  const verdict = honest.length > 0 ? gravest(honest.map((fact) => fact.verdict)) : added > 0 ? 'changed' : missing;
  return { key, sourceName: cited.citation.sourceName, verdict, facts: honest, added };
}

/** Compares an answer with that of the same call now, citation by citation and fact by fact. */
export function compareEvidence(then: Evidence, now: Evidence): readonly CitationReplay[] {
  return Object.entries(then.citations).map(([key, cited]) => compareCitation(then, now, key, cited));
}
