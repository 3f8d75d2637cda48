import type { SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

/** A request with everything that its card and the limits settle. */
export interface Question {
  readonly card: SourceCard;
  readonly request: SourceRequest;
  readonly url: URL;
  readonly shown: string;
  readonly accept: string;
  readonly timeoutMs: number;
  /** What the whole call is given, where it has a deadline. */
  readonly callMs: number | undefined;
  readonly maxBytes: number;
}

/** Identity of a question in the cache and among those under way. */
export function questionKey({ url, request, accept }: Question, proxy: string | undefined): string {
  const { method = 'GET', answerStatuses = [], body = '' } = request;
  return [proxy ?? '', method, url.href, accept, answerStatuses.join(), body].join('\n');
}

const defaultSeconds = 3600;

/**
 * Seconds for which a reply may be used again: what the question says, else the card, else the source's own
 * Cache-Control, else an hour.
 */
export function freshSeconds(card: SourceCard, request: SourceRequest, cacheControl?: string): number {
  const stated = request.ttlSeconds ?? card.http?.ttlSeconds;
  if (stated !== undefined) return stated;
  if (!cacheControl) return defaultSeconds;
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0;
  const age = /\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/i.exec(cacheControl)?.[1];
  return age === undefined ? defaultSeconds : Math.min(Number(age), 30 * 86_400);
}

/** Only questions may be queried twice or answered from memory; a POST has to say that it is one. */
export function isQuestion(request: SourceRequest): boolean {
  return (request.method ?? 'GET') === 'GET' || request.idempotent === true;
}
