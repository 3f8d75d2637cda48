import type { FailureKind, HealthPort, SourceHealth, SourceReply } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

type Verdict = SourceHealth['verdict'];

/** What a failure of ordinary traffic says about the source; undefined: it may be the question's own fault. */
const verdicts: Readonly<Partial<Record<FailureKind, Verdict>>> = {
  unreachable: 'unreachable',
  timeout: 'unreachable',
  circuit_open: 'unreachable',
  refused: 'refuses',
  rate_limited: 'refuses',
  moved: 'moved',
  not_json: 'shape_changed',
  needs_key: 'needs_key',
};

/** Latest knowledge about each source, from traffic and from the doctor. */
export class HealthRegistry implements HealthPort {
  readonly #entries = new Map<string, SourceHealth>();

  of(cardId: string): SourceHealth {
    return this.#entries.get(cardId) ?? { cardId, verdict: 'unknown', checkedAt: undefined };
  }

  all(): readonly SourceHealth[] {
    return [...this.#entries.values()];
  }

  /** Takes over a finding of the doctor. */
  set(health: SourceHealth): void {
    this.#entries.set(health.cardId, health);
  }

  /** Learns from one reply of ordinary traffic. */
  note(card: SourceCard, reply: SourceReply): void {
    if (reply.ok) {
      this.set({ cardId: card.id, verdict: 'answers', checkedAt: reply.fetchedAt });
      return;
    }
    const verdict = reply.kind === 'http_error' && (reply.status ?? 0) >= 500 ? 'unreachable' : verdicts[reply.kind];
    if (verdict) this.set({ cardId: card.id, verdict, checkedAt: reply.at, reason: reply.reason });
  }
}
