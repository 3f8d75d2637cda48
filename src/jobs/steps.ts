import { ServiceError } from '../kernel/errors.ts';
import type { ItemEnd } from '../store/job-store.ts';
import type { WorkerParts } from './leased-work.ts';

const stageEveryMs = 1_000;

/** Writes the current stage to the status document: at most once a second, the last one wins. */
export function stagesTo(jobId: string, { store, bell }: Pick<WorkerParts, 'store' | 'bell'>): (name: string) => void {
  let last = '';
  let waiting: NodeJS.Timeout | undefined;
  let nextAt = 0;
  const write = () => {
    waiting = undefined;
    nextAt = performance.now() + stageEveryMs;
    store.setStage(jobId, last).then(
      () => bell.changed(jobId),
      () => undefined,
    );
  };
  return (name) => {
    if (name === last) return;
    last = name.slice(0, 200);
    if (waiting) return;
    waiting = setTimeout(write, Math.max(0, nextAt - performance.now()));
    waiting.unref();
  };
}

/** The diagnostic of a failure for the buyer: never the words of a source or of a stack. */
function saidOf(error: unknown): string {
  if (error instanceof ServiceError && error.code !== 'internal_error') return error.detail;
  return 'A fault of this service prevented it from being made.';
}

/** The stored outcome of a failed item. */
export function failureOf(error: unknown, attempts: number): ItemEnd & { readonly error: string } {
  const tries = [
    'Each time it was due its sources were left alone, because they had failed before.',
    'It was tried once.',
  ];
  const message = `${saidOf(error)} ${tries[attempts] ?? `It was tried ${attempts} times.`}`;
  return {
    outcome: JSON.stringify({
      summary: message,
      diagnostic: { kind: 'job_item_failed', message, attempts },
    }),
    error: (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500),
  };
}
