import type { z } from 'zod';
import { type Citation, licensed, markSynthetic } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceReply, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

/** A reply that carries an answer. */
export type Answered = Extract<SourceReply, { ok: true }>;
/** A reply that says why there is none. */
type Failed = Extract<SourceReply, { ok: false }>;

/**
 * Citation of one reply. `sourceUrl` is the card's landing page unless `extra` knows a better page;
 * an answer of a fake upstream says so in the source's name.
 */
export function cite(
  card: SourceCard,
  reply: Pick<Answered, 'url' | 'fetchedAt' | 'synthetic'>,
  extra: Partial<Citation> = {},
): Citation {
  const citation = {
    sourceName: card.name,
    sourceUrl: card.landingUrl,
    fetchedAt: reply.fetchedAt,
    ...licensed(card.licenseNote),
    ...extra,
  };
  return reply.synthetic ? markSynthetic(citation) : citation;
}

/** The lookup of a reply that failed. */
export function failed(card: SourceCard, reply: Failed): Lookup<never> {
  const refused = reply.status === 400 && { refused: true as const };
  return { state: 'unavailable', source: card.name, reason: reply.reason, ...refused };
}

/** The source answered, and not in the shape that was agreed with its documentation. */
export function wrongShape(card: SourceCard): Lookup<never> {
  return {
    state: 'unavailable',
    source: card.name,
    reason: `${card.name} answered in a shape that this service does not know; the source may have changed.`,
  };
}

/** The source needs a key and none is configured. */
export function notConfigured(card: SourceCard): Lookup<never> {
  const setting = card.key?.setting;
  return {
    state: 'unavailable',
    source: card.name,
    reason: setting
      ? `${card.name} needs a key that is not configured (setting ${setting}).`
      : `${card.name} is not configured.`,
  };
}

interface ParseOptions<T> {
  readonly citation?: Partial<Citation>;
  /** Whether the source answered and has nothing. */
  readonly isEmpty?: (data: T) => boolean;
}

/**
 * A reply held against what the source is known to send. A wrong shape is `unavailable`, never empty;
 * a status that the request accepted as an answer without records (404, 204) is `empty`.
 */
export function parseReply<T>(
  card: SourceCard,
  reply: SourceReply,
  schema: z.ZodType<T>,
  extra: ParseOptions<T> = {},
): Lookup<T> {
  if (!reply.ok) return failed(card, reply);
  const citation = cite(card, reply, extra.citation);
  if (reply.status < 200 || reply.status > 299 || reply.status === 204) return { state: 'empty', citation };
  const parsed = schema.safeParse(reply.body);
  if (!parsed.success) return wrongShape(card);
  return extra.isEmpty?.(parsed.data) ? { state: 'empty', citation } : { state: 'found', data: parsed.data, citation };
}

/** Asks one question and parses the answer: the common case of an adapter. */
export async function getJson<T>(
  sources: SourceAccess,
  card: SourceCard,
  request: SourceRequest,
  schema: z.ZodType<T>,
  extra: ParseOptions<T> = {},
): Promise<Lookup<T>> {
  if (card.key?.required && !sources.hasKey(card)) return notConfigured(card);
  return parseReply(card, await sources.fetch(card, { as: 'json', ...request }), schema, extra);
}
