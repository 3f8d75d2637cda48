import type { Deadline } from '../../kernel/bounded.ts';
import type { AskingTerms, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

/** Who asks: with whom the question ends, and how long it may take. */
export interface Caller {
  readonly signal: AbortSignal;
  /** Ceiling over one question. */
  readonly ceilingMs: number | undefined;
  readonly deadline: Deadline | undefined;
  readonly terms: AskingTerms | undefined;
}

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
