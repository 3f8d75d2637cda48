import { defined } from '../kernel/defined.ts';
import type { JobDocument, JobItem, JobItemWithResult, JobState, JobTerms } from '../kernel/ports/jobs.ts';
import type { JobItemRow, JobRow } from '../store/job-store.ts';
import { isLive } from '../store/sql-jobs.ts';
import type { WorkerParts } from './leased-work.ts';
import type { JobResults } from './results.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How often a buyer may restart the failed items. */
export const maxRestarts = 5;

/** The stored outcome of an item, without its result. */
export interface StoredItem {
  readonly summary?: string;
  readonly diagnostic?: Fields;
  readonly artifacts?: Readonly<Record<string, string>>;
}

/** The stored outcome of the whole job; empty where there is none. */
export const storedJob = ({ outcome = '{}' }: Pick<JobRow, 'outcome'>) => JSON.parse(outcome) as StoredJob;

/** The stored outcome of the whole job. */
export interface StoredJob {
  readonly artifacts?: Readonly<Record<string, string>>;
  /** Names of the files that this service serves. */
  readonly files?: readonly string[];
}

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

const ended = (state: JobItem['state']) => state !== 'waiting' && state !== 'running';

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const sentences: Readonly<Record<JobState, (brought: string, done: string) => string>> = {
  accepted: () => 'The job is paid for and waits for its turn.',
  running: (brought, done) => `${done} have ended so far: ${brought}.`,
  completed: (brought) => `The job is complete: ${brought}.`,
  completed_with_diagnostics: (brought) => `The job is complete: ${brought}.`,
  failed: (brought) => `The job failed: ${brought}.`,
  cancelled: (brought) => `The job was cancelled: ${brought}.`,
  expired: () => 'What the job brought is stored no longer.',
};

function summaryOf(
  state: JobState,
  items: readonly JobItem[],
  retry: Pick<JobDocument, 'retryAfter'> | undefined,
): string {
  const of = (wanted: JobItem['state']) => items.filter((item) => item.state === wanted).length;
  const brought = [
    [of('completed'), 'with a result'],
    [of('diagnostic'), 'with a diagnostic'],
    [of('failed'), 'failed'],
    [of('cancelled'), 'not done'],
  ] as const;
  const said = brought.filter(([count]) => count > 0).map(([count, word]) => `${counted(count, 'item')} ${word}`);
  const done = `${items.filter((item) => ended(item.state)).length} of ${counted(items.length, 'item')}`;
  const sentence = sentences[state](said.join(', ') || 'no item has ended', done);
  const from = retry?.retryAfter === undefined ? '' : ` from ${retry.retryAfter} on`;
  return state === 'failed' && retry ? `${sentence} It can be begun again free of charge${from}.` : sentence;
}

function itemOf({ statusUrl }: Pick<JobDocument, 'statusUrl'>, state: JobState, row: JobItemRow): JobItem {
  const stored = JSON.parse(row.outcome ?? '{}') as StoredItem;
  return defined({
    position: row.position,
    input: JSON.parse(row.input) as Fields,
    // the process that cancelled the job stopped here
    state: state === 'cancelled' && !ended(row.state) ? 'cancelled' : row.state,
    dueAt: iso(row.dueAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    summary: stored.summary,
    resultUrl: row.resultHash === undefined ? undefined : `${statusUrl}/items/${row.position}`,
    diagnostic: stored.diagnostic,
    artifacts: stored.artifacts,
  });
}

/** Whether the buyer can restart failed items, or those that an interrupted restart left waiting. */
function isRestartable({ state, restarts }: JobRow, items: readonly JobItem[], terms: JobTerms | undefined): boolean {
  if (terms?.restartable === false || isLive(state) || state === 'cancelled' || restarts >= maxRestarts) return false;
  return state === 'failed' || items.some((item) => item.state === 'failed' || !ended(item.state));
}

/**
 * The status document of a job from its rows. Throws where the job is cleared and its document deleted.
 * @param terms of its route; undefined where it is not sold any more
 */
export function documentOf(job: JobRow, rows: readonly JobItemRow[], terms: JobTerms | undefined): JobDocument {
  if (job.document === undefined) throw new Error('the document of an expired job is gone');
  const accepted = JSON.parse(job.document) as Omit<JobDocument, 'items'>;
  const items = rows.map((row) => itemOf(accepted, job.state, row));
  const done = items.filter(({ state }) => ended(state)).length;
  const retry = isRestartable(job, items, terms)
    ? {
        retryUrl: `${accepted.statusUrl}/retry`,
        retryAfter: iso(job.retryAfter),
        automaticRetryAt: iso(job.automaticRetryAt),
      }
    : undefined;
  const summary = summaryOf(job.state, items, retry);
  return defined({
    ...accepted,
    state: job.state,
    summary,
    revision: rows.reduce((sum, { revision }) => sum + revision, job.revision),
    stage: job.stage,
    startedAt: iso(job.startedAt),
    finishedAt: iso(job.finishedAt),
    expiresAt: new Date(job.expiresAt).toISOString(),
    ...retry,
    error: job.error,
    pollAfterSeconds: isLive(job.state) ? terms?.pollAfterSeconds : undefined,
    progress: { done, total: items.length, message: job.stage ?? summary },
    items,
    artifacts: storedJob(job).artifacts,
  });
}

/** The document of an expired job, for a buyer who sends its purchase again. */
export function expiredDocument(sold: JobDocument, job: JobRow): JobDocument {
  const summary = sentences.expired('', '');
  return defined({
    ...sold,
    state: 'expired' as const,
    summary,
    revision: job.revision,
    startedAt: iso(job.startedAt),
    finishedAt: iso(job.finishedAt),
    expiresAt: new Date(job.expiresAt).toISOString(),
    pollAfterSeconds: undefined,
    progress: { done: 0, total: 0, message: summary },
    items: [],
  });
}

/** Items of a document with their results. */
export async function withResults(
  document: JobDocument,
  rows: readonly JobItemRow[],
  results: JobResults,
): Promise<readonly JobItemWithResult[]> {
  const byPosition = new Map(rows.map((row) => [row.position, row.resultHash]));
  return Promise.all(
    document.items.map(async (item) => {
      const hash = byPosition.get(item.position);
      return hash === undefined ? item : { ...item, result: await results.read(hash) };
    }),
  );
}

/** The document with the fields of the route. */
export async function wholeDocument(
  job: JobRow,
  rows: readonly JobItemRow[],
  { routes, results, moment }: Pick<WorkerParts, 'routes' | 'results' | 'moment'>,
): Promise<JobDocument> {
  const route = routes.terms(job.slug);
  const document = documentOf(job, rows, route);
  if (!route?.document) return document;
  const items = await withResults(document, rows, results);
  return { ...document, ...route.document(document, items, new Date(moment().now)) };
}
