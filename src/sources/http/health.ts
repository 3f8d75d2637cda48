import type { FailureKind, HealthPort, SourceHealth, SourceReply } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { reasonFor } from './reasons.ts';

type Verdict = SourceHealth['verdict'];

/** What a failure of ordinary traffic says about the source; undefined: it may be the question's own fault. */
const verdicts: Readonly<Partial<Record<FailureKind, Verdict>>> = {
  unreachable: 'unreachable',
  private_address: 'unreachable',
  timeout: 'unreachable',
  circuit_open: 'unreachable',
  refused: 'refuses',
  key_refused: 'refuses',
  rate_limited: 'refuses',
  moved: 'moved',
  not_json: 'shape_changed',
  needs_key: 'needs_key',
};

/** Findings of a round that a later reply in a success status disproves; another form or fewer rows it does not. */
const disprovedByReply: ReadonlySet<Verdict> = new Set(['unreachable', 'refuses', 'moved']);

/** Latest knowledge about each source: from traffic, from the doctor, and from the last round of the sentinel. */
export class HealthRegistry implements HealthPort {
  readonly #entries = new Map<string, SourceHealth>();
  readonly #refused = new Map<string, { readonly health: SourceHealth; readonly until: number }>();
  #found: ReadonlyMap<string, SourceHealth> = new Map();

  of(cardId: string): SourceHealth {
    const seen = this.#seen(cardId);
    const found = this.#found.get(cardId);
    if (!seen || !found) return seen ?? found ?? { cardId, verdict: 'unknown', checkedAt: undefined };
    // of two that say the same, the one of the rounds knows since when
    if (seen.verdict !== 'answers') return seen.verdict === found.verdict ? found : seen;
    const later = (seen.checkedAt ?? '') > (found.checkedAt ?? '');
    return later && disprovedByReply.has(found.verdict) ? seen : found;
  }

  all(): readonly SourceHealth[] {
    return [...new Set([...this.#entries.keys(), ...this.#found.keys()])].map((cardId) => this.of(cardId));
  }

  /** Takes over a finding of the doctor. */
  set(health: SourceHealth): void {
    this.#refused.delete(health.cardId);
    this.#entries.set(health.cardId, health);
  }

  /** Takes over what the last round of the sentinel found, in place of what the one before did. */
  setFound(found: readonly SourceHealth[]): void {
    this.#found = new Map(found.map((health) => [health.cardId, health]));
  }

  /** A reply came and its reader refuses it. That speaks for as long as the reply may be used again, or until the next one. */
  refuse(card: SourceCard, at: string, forMs: number): void {
    const health = {
      cardId: card.id,
      verdict: 'shape_changed' as const,
      checkedAt: at,
      reason: reasonFor(card, 'wrong_shape'),
    };
    this.#refused.set(card.id, { health, until: performance.now() + forMs });
  }

  note(card: SourceCard, reply: SourceReply): void {
    if (reply.ok) {
      this.set({ cardId: card.id, verdict: 'answers', checkedAt: reply.fetchedAt });
      return;
    }
    const verdict = reply.kind === 'http_error' && (reply.status ?? 0) >= 500 ? 'unreachable' : verdicts[reply.kind];
    if (verdict) this.set({ cardId: card.id, verdict, checkedAt: reply.at, reason: reply.reason });
  }

  #seen(cardId: string): SourceHealth | undefined {
    const refused = this.#refused.get(cardId);
    if (refused && performance.now() < refused.until) return refused.health;
    this.#refused.delete(cardId);
    return this.#entries.get(cardId);
  }
}
