import type { Observation, SourceFindings } from '../observation.ts';

export interface Baseline {
  readonly observation: Observation;
  readonly takenAt: string;
}

export interface Round extends Omit<SourceFindings, 'since'> {
  /** Absent where the source did not answer. */
  readonly observation?: Observation;
  /** What it saw is what later rounds are held against. */
  readonly accept?: boolean;
}

/** Store of the rounds of the sentinel: accepted observations, latest findings, and a history. */
export interface SentinelPort {
  baselines(): Promise<ReadonlyMap<string, Baseline>>;
  /** Latest findings, of every source that was ever queried; empty before the first round. */
  latest(): Promise<readonly SourceFindings[]>;
  /** Keeps one round and returns it with the time since which its state holds. */
  keep(rounds: readonly Round[]): Promise<readonly SourceFindings[]>;
  /** Rounds of one source, the newest first. */
  history(cardId: string, limit?: number): Promise<readonly Omit<Round, 'observation' | 'accept'>[]>;
}
