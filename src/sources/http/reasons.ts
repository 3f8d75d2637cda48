import type { FailureKind } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

/** Failures that say nothing new about the source. */
export const quietKinds: ReadonlySet<FailureKind> = new Set(['cancelled', 'circuit_open', 'out_of_time', 'not_asked']);

interface Circumstances {
  readonly status?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxBytes?: number;
  readonly seconds?: number;
}

/** One publishable sentence for a failure: who, and what kind. Never text of the source. */
export function reasonFor(card: SourceCard, kind: FailureKind, about: Circumstances = {}): string {
  const { name } = card;
  const http = about.status === undefined || about.status < 300 ? '' : ` (HTTP ${about.status})`;
  switch (kind) {
    case 'unreachable':
      return `${name} could not be reached.`;
    case 'timeout':
      return `${name} did not answer within ${Math.round((about.timeoutMs ?? 0) / 100) / 10} seconds.`;
    case 'http_error':
      return `${name} answered with an error${http}.`;
    case 'rate_limited':
      return `${name} is being queried too often for now${http}.`;
    case 'refused':
      return `${name} refused the question${http}.`;
    case 'key_refused':
      return `${name} refused the key that is configured (setting ${card.key?.setting ?? 'unknown'}).`;
    case 'moved':
      return `${name} sends to another address${http}; the source has moved or wants a key.`;
    case 'not_json':
      return `${name} answered with a page instead of data.`;
    case 'error_in_body':
      return `${name} answered with an error inside a success reply.`;
    case 'truncated':
      return `${name} broke off before the end of its answer.`;
    case 'empty_body':
      return `${name} answered without any content.`;
    case 'too_large':
      return `${name} answered with more than ${Math.round((about.maxBytes ?? 0) / 1_000_000)} MB, which is not read.`;
    case 'wrong_shape':
      return `${name} answered in a shape that this service does not know.`;
    case 'needs_key':
      return `${name} needs a key that is not configured (setting ${card.key?.setting ?? 'unknown'}).`;
    case 'circuit_open':
      return `${name} did not answer a moment ago and is not queried again yet.`;
    case 'cancelled':
      return `The question to ${name} was cancelled.`;
    case 'out_of_time':
      return `${name} had not answered when the ${Math.round((about.timeoutMs ?? 0) / 100) / 10} seconds of this call were over.`;
    case 'not_reached':
      return `${name} does not reach this place.`;
    case 'not_asked':
      return `${name} was not queried: this call had sent as many requests as it may.`;
  }
}
