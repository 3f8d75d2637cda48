import type { JobFinish } from '../kernel/ports/jobs.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { JobEndState, JobHold, JobItemRow, JobMoment, JobRow, JobStore } from '../store/job-store.ts';
import { documentOf, type KeptJob, withResults } from './documents.ts';
import type { Held } from './held.ts';
import type { JobResults } from './results.ts';
import type { JobRoutes } from './routes.ts';

interface ClosingParts {
  readonly store: JobStore;
  readonly routes: JobRoutes;
  readonly results: JobResults;
  readonly log: Log;
  moment(): JobMoment;
  receiptOf(purchaseId: string): Promise<Readonly<Record<string, unknown>>>;
  readonly restMs: number;
  readonly maxAttempts: number;
  readonly maxTakes: number;
}

/** Milliseconds for what is made of the whole. */
const finishMs = 120_000;

/** How a job ends by what its items came to. */
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
  /** Names of the files that were kept so far. */
  readonly files: string[];
}

/** What is made of a job that ends like this, with the files of it kept. */
async function finish(
  job: JobRow,
  rows: readonly JobItemRow[],
  { signal, files: names }: Finishing,
  parts: ClosingParts,
): Promise<KeptJob> {
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

/** Forgets files that were made for a job which was cancelled meanwhile: nothing names them, so that nothing else would. */
async function forgetUnnamed(id: string, files: readonly string[], parts: ClosingParts): Promise<void> {
  const job = await parts.store.find(id);
  if (job?.state !== 'cancelled') return;
  const { files: named = [] } = job.outcome === undefined ? {} : (JSON.parse(job.outcome) as KeptJob);
  const unnamed = files.filter((name) => !named.includes(name));
  await parts.results.forget(id, [], unnamed);
}

/** Makes what is made of a whole job and ends it. What fails is tried again some seconds later, then the job has failed. */
export async function closeJob(job: JobRow, held: Held<JobHold>, parts: ClosingParts): Promise<void> {
  const { hold } = held;
  const { store, routes, moment } = parts;
  const rows = await store.items(job.id);
  const terms = routes.terms(job.slug);
  const state = endStateOf(rows, terms?.stopsOnFailure ?? false);
  const at = moment();
  const expiresAt = at.now + (terms?.expiresAfterMs ?? 0);
  if (state === 'failed') {
    const error = rows.some((row) => row.state === 'failed') && terms?.stopsOnFailure ? reasons.stopped : reasons.none;
    await store.endJob(hold, state, { error, expiresAt }, at);
    return;
  }
  const files: string[] = [];
  try {
    held.within(finishMs);
    if (job.attempts > parts.maxTakes) throw new Error('every process that began it has died');
    const ended = { ...job, state, finishedAt: at.now, expiresAt };
    const outcome = await held.orEnd(finish(ended, rows, { signal: held.signal, files }, parts));
    const made = await store.endJob(hold, state, { outcome: JSON.stringify(outcome), expiresAt }, moment());
    if (!made) await forgetUnnamed(job.id, files, parts);
  } catch (error) {
    if (held.endedBy === 'lost') return forgetUnnamed(job.id, files, parts);
    parts.log.warn({ err: error, job: job.id.slice(0, 6), attempts: job.attempts }, 'a job could not be finished');
    if (held.endedBy === 'stopping' || job.attempts < parts.maxAttempts) {
      await store.yieldJob(hold, moment().lease + (held.endedBy === 'stopping' ? 0 : parts.restMs * 4 ** job.attempts));
      return;
    }
    await store.endJob(hold, 'failed', { error: reasons.whole, expiresAt }, moment());
  }
}
