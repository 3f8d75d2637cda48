import type { JobFinish } from '../kernel/ports/jobs.ts';
import type { JobEndState, JobHold, JobItemRow, JobRow } from '../store/job-store.ts';
import { documentOf, type StoredJob, storedJob, withResults } from './documents.ts';
import { type LeasedWork, maxAttempts, maxTakes, type WorkerParts } from './leased-work.ts';

type ClosingParts = Required<WorkerParts>;

const finishMs = 120_000;

/** The end state of a job from the states of its items. */
export function endStateOf(items: readonly Pick<JobItemRow, 'state'>[], stopsOnFailure: boolean): JobEndState {
  const some = (state: JobItemRow['state']) => items.some((item) => item.state === state);
  if (!some('completed') || (stopsOnFailure && some('failed'))) return 'failed';
  return items.every(({ state }) => state === 'completed') ? 'completed' : 'completed_with_diagnostics';
}

const reasons = {
  none: 'No item has a result.',
  stopped: 'A stage failed, and nothing after it could be done.',
  whole: 'Its items have ended; what is made of the whole could not be made.',
} as const;

interface Finishing {
  readonly signal: AbortSignal;
  /** Names of the files that are stored so far. */
  readonly files: string[];
}

async function finish(
  job: JobRow,
  rows: readonly JobItemRow[],
  { signal, files: names }: Finishing,
  parts: ClosingParts,
): Promise<StoredJob> {
  const { routes, results, receiptOf } = parts;
  const document = documentOf(job, rows, routes.terms(job.slug));
  const { files = {}, artifacts = {} }: JobFinish = await routes.finish({
    ...{ slug: job.slug, document, signal, limitMs: finishMs },
    sale: { purchaseId: job.purchaseId, receipt: await receiptOf(job.purchaseId) },
    items: await withResults(document, rows, results),
  });
  const made = Object.entries(files);
  for (const [, file] of made) {
    names.push(file.name);
    await results.keepFile(job.id, file);
  }
  const served = Object.fromEntries(made.map(([key, { name }]) => [key, `${document.statusUrl}/files/${name}`]));
  return { artifacts: { ...artifacts, ...served }, files: names };
}

/** Deletes files of a job that was cancelled meanwhile: no row names them, so the purge would not find them. */
async function forgetUnnamed(id: string, files: readonly string[], parts: ClosingParts): Promise<void> {
  const job = await parts.store.find(id);
  if (job?.state !== 'cancelled') return;
  const { files: named = [] } = storedJob(job);
  const unnamed = files.filter((name) => !named.includes(name));
  await parts.results.forget(id, [], unnamed);
}

/** Runs the last step of a job and ends it. A failure is retried some seconds later, then the job has failed. */
export async function closeJob(job: JobRow, work: LeasedWork<JobHold>, parts: ClosingParts): Promise<void> {
  const { hold } = work;
  const { store, routes, moment } = parts;
  const rows = await store.items(job.id);
  const terms = routes.terms(job.slug);
  const state = endStateOf(rows, terms?.stopsOnFailure ?? false);
  const at = moment();
  const term = (ended: JobEndState) =>
    at.now + Math.min(terms?.expiresAfterMs ?? 0, ended === 'failed' ? parts.failedTermMs : Number.POSITIVE_INFINITY);
  const expiresAt = term(state);
  const failed = rows.filter((row) => row.state === 'failed');
  const automaticRetryAt = at.now + parts.automaticRetryMs;
  const retry = {
    expiresAt,
    ...(failed.length > 0 &&
      terms?.restartable !== false && {
        retryAfter: at.now + parts.sourceRestMs,
        ...(automaticRetryAt < expiresAt && { automaticRetryAt }),
        isUncounted: failed.every(({ attempts }) => attempts === 0),
      }),
  };
  if (state === 'failed') {
    const error = failed.length > 0 && terms?.stopsOnFailure ? reasons.stopped : reasons.none;
    await store.endJob(hold, state, { error, ...retry }, at);
    return;
  }
  const files: string[] = [];
  try {
    work.within(finishMs);
    if (job.attempts > maxTakes) throw new Error('every process that began it has died');
    const ended = { ...job, state, finishedAt: at.now, expiresAt };
    const outcome = await work.orEnd(finish(ended, rows, { signal: work.signal, files }, parts));
    const made = await store.endJob(hold, state, { outcome: JSON.stringify(outcome), ...retry }, moment());
    if (!made) await forgetUnnamed(job.id, files, parts);
  } catch (error) {
    if (work.endedBy === 'lost') return forgetUnnamed(job.id, files, parts);
    parts.log.warn({ err: error, job: job.id.slice(0, 6), attempts: job.attempts }, 'a job could not be finished');
    if (work.endedBy === 'stopping' || job.attempts < maxAttempts) {
      await store.yieldJob(hold, work.endedBy === 'stopping' ? 0 : parts.restMs * 4 ** job.attempts, moment());
      return;
    }
    await store.endJob(hold, 'failed', { error: reasons.whole, ...retry, expiresAt: term('failed') }, moment());
  }
}
