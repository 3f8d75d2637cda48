import type { Baseline } from '../../kernel/ports/sentinel.ts';
import type { SourceAccess, SourceHealth } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { examineCard, healthOf } from '../sentinel/examine.ts';
import { examineAll } from '../sentinel/round.ts';

/** As much of the client as the doctor needs. */
interface Examined {
  accessFor(call: { readonly signal: AbortSignal; readonly requestId: string }): SourceAccess;
  health(): { set(health: SourceHealth): void };
}

interface ExaminationOptions {
  readonly cards: readonly SourceCard[];
  readonly client: Examined;
  /** Access by which the sources are queried; the client's where absent. */
  readonly access?: SourceAccess;
  readonly clock: () => Date;
  /** What the sentinel accepted, by card: what became less since is named. */
  readonly baselines?: ReadonlyMap<string, Baseline>;
  /** Sources queried at a time; 8 where absent. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Asks every source a few cheap questions and says what came of it. Findings go into the client's health book;
 * a source that hangs delays no other. Nothing is written.
 */
export async function examineSources(options: ExaminationOptions): Promise<readonly SourceHealth[]> {
  const { cards, client, clock, baselines, onProgress, concurrency } = options;
  const signal = options.signal ?? new AbortController().signal;
  const access = options.access ?? client.accessFor({ signal, requestId: 'doctor' });
  return examineAll(
    cards,
    async (card) => {
      const checkedAt = clock().toISOString();
      const examined = await examineCard(card, access, baselines?.get(card.id), checkedAt.slice(0, 10));
      const health = healthOf(card, examined, checkedAt);
      client.health().set(health);
      return health;
    },
    onProgress,
    concurrency,
  );
}
