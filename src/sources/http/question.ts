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
