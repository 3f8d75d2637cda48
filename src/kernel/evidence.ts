import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { canonicalJson, sha256 } from './canonical.ts';
import { CitationSchema } from './citation.ts';
import { AnswerStateSchema } from './state.ts';

/** One question that was put to a source while an answer was made, and what is known of the reply; no key is in it. */
export const EvidenceRequestSchema = z
  .strictObject({
    source: z.string().describe('Name of the source that was queried'),
    sourceCard: z.string().describe('Id of its source card'),
    method: z.enum(['GET', 'POST']),
    url: z.string().describe('The exact address of the request, without keys'),
    body: z.string().optional().describe('What was posted, without keys'),
    at: z.string().describe('When the source answered, ISO 8601; a reply that was reused keeps its time'),
    outcome: z.string().describe('`answered`, or why the source did not answer'),
    status: z.int().optional().describe('HTTP status of the reply'),
    bodyHash: z.string().optional().describe('SHA-256 of the bytes that the source sent'),
  })
  .meta({ id: 'EvidenceRequest' });

/**
 * Where the cited values come from: `source_answer`: requests of this answer; `mirrored_file`: an official file that
 * this service has loaded; `shipped_table`: a row of a table that comes with this service and names the page that was
 * read; `own_registry`: what this service says about itself.
 */
export const evidenceOrigins = ['source_answer', 'mirrored_file', 'shipped_table', 'own_registry'] as const;

export const EvidenceFactSchema = z
  .strictObject({ path: z.string().describe('Path of the value in the answer'), value: z.unknown() })
  .meta({ id: 'EvidenceFact' });

export const CitedEvidenceSchema = z
  .strictObject({
    citation: CitationSchema,
    origin: z.enum(evidenceOrigins),
    requests: z.array(z.int()).describe('Positions in `requests` of the requests to this source'),
    file: z
      .strictObject({
        dataset: z.string(),
        address: z.string(),
        vintage: z.string().optional(),
        retrievedAt: z.string().optional(),
        sha256: z.string().optional(),
      })
      .optional()
      .describe('The mirrored file that was read'),
    facts: z.array(EvidenceFactSchema).describe('What the answer says on the word of this citation; empty: nothing'),
  })
  .meta({ id: 'CitedEvidence' });

/** The evidence of one answer: arguments, requests with their replies, and the values read from them. */
export const EvidenceSchema = z
  .strictObject({
    kind: z.literal('place_records_evidence'),
    version: z.literal(1),
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    state: AnswerStateSchema.optional(),
    requests: z.array(EvidenceRequestSchema),
    citations: z.record(z.string(), CitedEvidenceSchema),
  })
  .meta({ id: 'Evidence' });

export type EvidenceRequest = z.infer<typeof EvidenceRequestSchema>;
export type EvidenceFact = z.infer<typeof EvidenceFactSchema>;
export type CitedEvidence = z.infer<typeof CitedEvidenceSchema>;
export type Evidence = z.infer<typeof EvidenceSchema>;

/** Letters of an id: no vowel, so that no word can appear, and none that is easily misread. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz';
const idLength = 12;

/** Ids by the plain JSON that they follow from: an answer that is given again is put into canonical form once. */
const knownIds = new LRUCache<string, string>({ maxSize: 2_000_000, sizeCalculation: (_id, json) => json.length });

/**
 * Id of evidence: 57 bits of the SHA-256 of its canonical JSON. It follows from the content, so that evidence cannot
 * be changed under its id.
 */
export function evidenceId(evidence: Evidence): string {
  const json = JSON.stringify(evidence);
  const known = knownIds.get(json);
  if (known !== undefined) return known;
  const id = idOf(evidence);
  knownIds.set(json, id);
  return id;
}

function idOf(evidence: Evidence): string {
  let rest = BigInt(`0x${sha256(canonicalJson(evidence)).slice(0, 32)}`);
  let id = '';
  for (let at = 0; at < idLength; at++) {
    id += alphabet[Number(rest % BigInt(alphabet.length))];
    rest /= BigInt(alphabet.length);
  }
  return id;
}

const reference = new RegExp(`^([${alphabet}]{${idLength}})(?:-([1-9]\\d{0,3}))?$`);

/** The parts of an evidence reference: `id` of an answer's evidence, `key` of one citation in it (`c3`) where it names one. */
export function parseEvidenceReference(text: string): { readonly id: string; readonly key?: string } | undefined {
  const [, id, number] = reference.exec(text) ?? [];
  return id === undefined ? undefined : { id, ...(number !== undefined && { key: `c${number}` }) };
}

/** Reference of one citation: `k3f9x2b7bqzt-3` for the citation `c3`. */
export const evidenceReference = (id: string, key: string) => `${id}-${key.slice(1)}`;

/** The evidence of one citation alone: its requests and facts, or undefined where there is no such citation. */
export function evidenceOf(evidence: Evidence, key: string): Evidence | undefined {
  const cited = evidence.citations[key];
  if (!cited) return undefined;
  const { requests, ...rest } = cited;
  return {
    ...evidence,
    requests: requests.flatMap((at) => evidence.requests[at] ?? []),
    citations: { [key]: { ...rest, requests: requests.map((_, at) => at) } },
  };
}

/** Placeholder in a citation of a sold body until the evidence of the whole body exists; never leaves the service. */
export const pendingEvidence = 'pending';
