import type { z } from 'zod';
import { type Citation, licensed, markSynthetic } from '../../kernel/citation.ts';
import { compiledWhenOften } from '../../kernel/compiled.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import { fillPage, platformPage } from '../../kernel/pages.ts';
import type { SourceAccess, SourceReply, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

export type Answered = Extract<SourceReply, { ok: true }>;

/**
 * Page of what was queried. A page that the publisher writes about the dataset speaks for all its layers; where the card names
 * the page of a layer instead, the layer that was queried has its own.
 */
const datasetPage = ({ datasetUrl }: SourceCard, queried: string): string =>
  platformPage(datasetUrl) === undefined ? datasetUrl : (platformPage(queried) ?? datasetUrl);

/** The `recordUrl` of one record as an entry of an object; nothing where its card has no template of it. */
export function recordPage(card: SourceCard, recordId: string): { recordUrl?: string } {
  const recordUrl = fillPage(card.recordUrl, { recordId });
  return recordUrl === undefined ? {} : { recordUrl };
}

/** What a citation says of one record: its id, and its page where the card has a template and `values` fill it. */
export function recordOf(
  card: SourceCard,
  recordId: string,
  values: Readonly<Record<string, string | undefined>> = {},
): Pick<Citation, 'recordId' | 'recordUrl'> {
  const recordUrl = fillPage(card.recordUrl, { recordId, ...values });
  return { recordId, ...(recordUrl && { recordUrl }) };
}

/**
 * Citation of one reply. `sourceUrl` is the page of the dataset or layer that was queried, unless `extra` knows a better one;
 * a `recordId` brings the record's own page where the card has a template of it. An answer of a fake upstream says so in
 * the source's name.
 */
export function cite(
  card: SourceCard,
  reply: Pick<Answered, 'url' | 'fetchedAt' | 'synthetic'>,
  extra: Partial<Citation> = {},
): Citation {
  const citation = {
    sourceName: card.name,
    sourceUrl: datasetPage(card, reply.url),
    fetchedAt: reply.fetchedAt,
    ...licensed(card.licenseNote),
    ...(card.commercialUse && { commercialUse: card.commercialUse }),
    ...(extra.recordId && recordOf(card, extra.recordId)),
    ...extra,
  };
  return reply.synthetic ? markSynthetic(citation) : citation;
}

/** The lookup of a reply that failed. */
export function failed(card: SourceCard, reply: Extract<SourceReply, { ok: false }>): Lookup<never> {
  const state = reply.kind === 'not_reached' ? 'not_covered' : 'unavailable';
  const refused = (reply.status === 400 || reply.kind === 'error_in_body') && { refused: true as const };
  return { state, source: card.name, reason: reply.reason, ...refused };
}

/**
 * The source answered, and its answer cannot be used for the reason given (one sentence). What it sent in this call is
 * not kept, so that a source that recovers is believed at its next answer.
 */
export function refused(sources: Pick<SourceAccess, 'refuse'>, card: SourceCard, reason: string): Lookup<never> {
  sources.refuse(card);
  return { state: 'unavailable', source: card.name, reason };
}

/** The source answered, and not in the shape that was agreed with its documentation; see {@link refused}. */
export function wrongShape(sources: Pick<SourceAccess, 'refuse'>, card: SourceCard): Lookup<never> {
  const reason = `${card.name} answered in a shape that this service does not know; the source may have changed.`;
  return refused(sources, card, reason);
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
  readonly citation?: Partial<Citation> | undefined;
  /** Whether the source answered and has nothing. */
  readonly isEmpty?: (data: T) => boolean;
}

/**
 * A reply held against what the source is known to send, and accepted or refused by it. A wrong shape is `unavailable`,
 * never empty; a status that the request accepted as an answer without records (404, 204) is `empty`.
 */
export function parseReply<T>(
  sources: SourceAccess,
  card: SourceCard,
  reply: SourceReply,
  schema: z.ZodType<T>,
  extra: ParseOptions<T> = {},
): Lookup<T> {
  if (!reply.ok) return failed(card, reply);
  const citation = cite(card, reply, extra.citation);
  const hasBody = reply.status >= 200 && reply.status <= 299 && reply.status !== 204;
  const parsed = hasBody ? compiledWhenOften(schema).safeParse(reply.body) : undefined;
  if (parsed?.success === false) return wrongShape(sources, card);
  sources.accept(reply);
  if (!parsed || extra.isEmpty?.(parsed.data)) return { state: 'empty', citation };
  return { state: 'found', data: parsed.data, citation };
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
  return parseReply(sources, card, await sources.fetch(card, { as: 'json', ...request }), schema, extra);
}
