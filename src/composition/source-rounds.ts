import { join } from 'node:path';
import { within } from '../kernel/bounded.ts';
import type { SourceFindings } from '../kernel/observation.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { SourceAccess, SourceHealth } from '../kernel/ports/sources.ts';
import type { SourceCard } from '../kernel/source-card.ts';
import { watchSources } from '../pipeline/source-watch.ts';
import { loadRedactor } from '../privacy/redact.ts';
import type { SourceClient } from '../sources/http/client.ts';
import { recording } from '../sources/recorder/recorder.ts';
import { healthOfFindings } from '../sources/sentinel/examine.ts';
import { examineSources, runRound } from '../sources/sentinel/round.ts';
import { withTableColumns } from '../sources/sentinel/table-columns.ts';
import { SentinelStore } from '../store/sentinel.ts';

type OnProgress = (done: number, total: number) => void;

export interface ExamineOptions {
  /** Cards to ask; all where absent. */
  readonly only?: readonly string[];
  /** Adds recordings of the answers, without persons, to the folder `corpus` of the data folder. */
  readonly record?: boolean;
  readonly onProgress?: OnProgress;
}

export interface SentinelOptions extends ExamineOptions {
  /** Accepts the current findings as the baseline of later rounds. */
  readonly accept?: 'all' | readonly string[];
}

interface Parts {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly client: SourceClient;
  readonly cards: () => readonly SourceCard[];
  readonly clock: () => Date;
  readonly log: Log;
}

/** Longest wait of a call for the store of findings; after it the known findings are used. */
const findingsMs = 1000;

/** The doctor, the sentinel and what the last round found, on one store. Nothing is opened before it is first used. */
export function openSourceRounds({ databaseUrl, dataDir, client, cards, clock, log }: Parts) {
  const store = new SentinelStore({ databaseUrl, dataDir, clock });
  const accessOf = async (round: string, record = false): Promise<SourceAccess> => {
    const access = client.accessFor({ signal: new AbortController().signal, requestId: round });
    return record ? recording(access, join(dataDir, 'corpus'), (await loadRedactor()).redact) : access;
  };
  const cardsOf = (only: readonly string[] | undefined) =>
    Promise.all((only ? cards().filter(({ id }) => only.includes(id)) : cards()).map(withTableColumns));
  const watch = watchSources(store, log, (latest) =>
    client.health().setFound(latest.flatMap((entry) => healthOfFindings(entry) ?? [])),
  );
  return {
    /** What the last round found; reading it anew never holds a call up for longer than a moment. */
    current: (): Promise<readonly SourceFindings[]> => within(findingsMs, watch.current(), watch.known),
    async examine({ only, record, onProgress }: ExamineOptions = {}): Promise<readonly SourceHealth[]> {
      const baselines = await store.baselines();
      const examined = await cardsOf(only);
      const access = await accessOf('doctor', record);
      return examineSources({ cards: examined, client, access, clock, baselines, ...(onProgress && { onProgress }) });
    },
    async run({ only, record, ...options }: SentinelOptions = {}): Promise<readonly SourceFindings[]> {
      const examined = await cardsOf(only);
      const access = await accessOf('sentinel', record);
      const found = await runRound({ cards: examined, access, store, clock, ...options });
      await watch.reread();
      return found;
    },
    close: () => store.close(),
  };
}
