import type { RequestLogEntry, SourceReply, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

/** One question and what came of it, as it is written down. `redact` takes keys out of what was posted. */
export function logEntry(
  card: SourceCard,
  request: SourceRequest,
  reply: SourceReply,
  redact: (text: string) => string,
): RequestLogEntry {
  return {
    cardId: card.id,
    source: card.name,
    method: request.method ?? 'GET',
    url: reply.url,
    ...(request.body !== undefined && { body: redact(request.body) }),
    at: reply.ok ? reply.fetchedAt : reply.at,
    outcome: reply.ok ? 'answered' : reply.kind,
    ...(reply.status !== undefined && { status: reply.status }),
    ...(reply.ok && { bodyHash: reply.bodyHash }),
  };
}
