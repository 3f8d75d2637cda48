import { canonicalJson } from '../../kernel/canonical.ts';
import type { Citation } from '../../kernel/citation.ts';
import { type EvidenceFact, evidenceReference, pendingEvidence } from '../../kernel/evidence.ts';
import { type Fields, isFields } from '../../kernel/fields.ts';

/** A citation inside a body that still lacks its evidence, and the values that cite it. */
export interface WaitingCitation {
  /** Key that it gets in the evidence: `c1`, `c2` ... */
  readonly key: string;
  readonly citation: Citation;
  readonly facts: readonly EvidenceFact[];
}

const isWaiting = (value: unknown): value is Citation & { readonly evidence: string } =>
  isFields(value) && value.evidence === pendingEvidence && typeof value.sourceName === 'string';

interface Found {
  readonly path: string;
  readonly citation: Citation;
  readonly beside: Fields;
}

function* waitingIn(value: unknown, path: string): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* waitingIn(item, `${path}[${at}]`);
  } else if (isFields(value)) {
    for (const [name, field] of Object.entries(value)) {
      if (isWaiting(field)) yield { path, citation: field, beside: value };
      else yield* waitingIn(field, path === '' ? name : `${path}.${name}`);
    }
  }
}

/** The plain values and lists beside a citation, without parts that have another citation. */
function valuesBeside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valuesBeside);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      isFields(field) && typeof field.evidence === 'string' ? [] : [[name, valuesBeside(field)]],
    ),
  );
}

const identityOf = ({ evidence: _pending, ...citation }: Citation) => canonicalJson(citation);

/** The citations of a body that lack evidence, each once, in an order by their content. */
export function waitingCitations(body: Fields): readonly WaitingCitation[] {
  const found = new Map<string, { citation: Citation; facts: EvidenceFact[] }>();
  for (const { path, citation, beside } of waitingIn(body, '')) {
    const { evidence: _pending, ...plain } = citation;
    const identity = identityOf(citation);
    const known = found.get(identity) ?? { citation: plain, facts: [] as EvidenceFact[] };
    known.facts.push({ path, value: valuesBeside(beside) });
    found.set(identity, known);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one], at) => ({ key: `c${at + 1}`, ...one }));
}

/** The body with the reference of its evidence in each citation that lacked it. */
export function withReferences<T extends Fields>(body: T, waiting: readonly WaitingCitation[], id: string): T {
  const references = new Map(waiting.map(({ key, citation }) => [identityOf(citation), evidenceReference(id, key)]));
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isFields(value)) return value;
    if (isWaiting(value)) return { ...value, evidence: references.get(identityOf(value)) };
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replace(field)]));
  };
  return replace(body) as T;
}
