import { mapBounded } from '../../kernel/bounded.ts';
import { type SourceFindings, stateOfFindings } from '../../kernel/observation.ts';
import type { Baseline, Round, SentinelPort } from '../../kernel/ports/sentinel.ts';
import type { SourceAccess, SourceHealth } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { compare } from './compare.ts';
import { type Examined, examineCard, healthOf } from './examine.ts';

/** Sources queried at a time; further limits are those of their hosts. */
const concurrency = 8;

export interface RoundOptions {
  readonly cards: readonly SourceCard[];
  readonly access: SourceAccess;
  readonly store: SentinelPort;
  readonly clock: () => Date;
  /** Takes what is seen now as what later rounds are held against: of all cards of the round, or of those named. */
  readonly accept?: 'all' | readonly string[];
  readonly onProgress?: (done: number, total: number) => void;
}

/** Looks at every card, several at a time; one that hangs delays no other. Results are in the order of the cards. */
export function examineAll<T>(
  cards: readonly SourceCard[],
  examine: (card: SourceCard) => Promise<T>,
  onProgress?: (done: number, total: number) => void,
): Promise<readonly T[]> {
  let done = 0;
  return mapBounded(cards, concurrency, async (card) => {
    const examined = await examine(card);
    done += 1;
    onProgress?.(done, cards.length);
    return examined;
  });
}

function roundOf(card: SourceCard, { look, findings }: Examined, checkedAt: string, accept: boolean): Round {
  const about = { cardId: card.id, checkedAt };
  if (look.state === 'no_question' || look.state === 'not_asked') return { ...about, state: look.state, findings: [] };
  if (look.state === 'failed') return { ...about, state: 'degraded', findings };
  const { observation } = look;
  // what was just accepted differs from nothing: what the card declares can still be missing
  const left = accept
    ? [...look.findings, ...compare(card, observation, observation, checkedAt.slice(0, 10))]
    : findings;
  return { ...about, state: stateOfFindings(left), findings: left, observation, accept };
}

/**
 * One round of the sentinel: asks each source the questions of its probe, holds the answers against what was accepted,
 * and keeps findings and history. A source that is seen for the first time makes its own baseline.
 */
export async function runRound(options: RoundOptions): Promise<readonly SourceFindings[]> {
  const { cards, access, store, clock, accept = [], onProgress } = options;
  const baselines: ReadonlyMap<string, Baseline> = await store.baselines();
  const rounds = await examineAll(
    cards,
    async (card) => {
      const checkedAt = clock().toISOString();
      const examined = await examineCard(card, access, baselines.get(card.id), checkedAt.slice(0, 10));
      const accepted = accept === 'all' || accept.includes(card.id);
      return roundOf(card, examined, checkedAt, accepted);
    },
    onProgress,
  );
  return store.keep(rounds);
}

interface ExaminationOptions extends Pick<RoundOptions, 'cards' | 'access' | 'clock' | 'onProgress'> {
  readonly client: { health(): { set(health: SourceHealth): void } };
  /** What the sentinel accepted, by card: what became less since is named. */
  readonly baselines?: ReadonlyMap<string, Baseline>;
}

/**
 * Asks every source a few cheap questions and says what came of it. Findings go into the client's health book;
 * a source that hangs delays no other. Nothing is written.
 */
export async function examineSources(options: ExaminationOptions): Promise<readonly SourceHealth[]> {
  const { cards, client, access, clock, baselines, onProgress } = options;
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
  );
}
