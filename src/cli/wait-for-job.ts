import type { JobHandle, JobReading, JobsPort } from '../kernel/ports/jobs.ts';

/** Below what clients wait for an answer. */
const longestMs = 45_000;
const lookMs = 5_000;

/** Waits for a job and tells how far it is, until it has ended, the time is over or the caller has gone. */
export async function waitForJob(
  jobs: Pick<JobsPort, 'view' | 'changed'>,
  { jobId, path }: JobHandle,
  { signal, progress }: { readonly signal: AbortSignal; progress(message: string, fraction?: number): void },
): Promise<JobReading> {
  const until = performance.now() + longestMs;
  for (;;) {
    const reading = await jobs.view(jobId, path);
    const { done, total, message } = reading.document.progress;
    progress(message, total === 0 ? 0 : done / total);
    const left = until - performance.now();
    if (!reading.working || left <= 0 || signal.aborted) return reading;
    await jobs.changed(jobId, reading.document.revision, Math.min(lookMs, left), signal);
  }
}
