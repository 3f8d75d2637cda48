import { randomUUID } from 'node:crypto';
import { within } from '../../kernel/bounded.ts';
import { A2aError, invalid } from './errors.ts';
import type { A2aPorts, TaskRecord } from './ports.ts';
import { withJob } from './task-job.ts';
import { isTerminal, type Message, type Metadata, type Part, type Task, type TaskState, taskStates } from './wire.ts';

/** How long a task can be read and a lost completion fetched again. */
const lifetimeMs = 60 * 60_000;
/** A shorter context id that a caller chose can be guessed, so its tasks are not listed. */
const unguessableLength = 20;

/** Milliseconds for which a caller waits for the store of tasks; what it does later counts all the same. */
const storeMs = 1_500;

/** What the store of tasks answers. Throws NOT_READY where it does not answer soon. */
async function stored<T>(answer: Promise<T>): Promise<T> {
  const heard = answer.then(
    (value) => ({ value }),
    (cause: unknown) => ({ cause }),
  );
  const known = await within(storeMs, heard, () => ({ cause: undefined }));
  if ('value' in known) return known.value;
  const more = { headers: { 'retry-after': '5' }, cause: known.cause };
  throw new A2aError('NOT_READY', 'The store of tasks does not answer.', more);
}

export class Tasks {
  readonly #ports: A2aPorts;

  constructor(ports: A2aPorts) {
    this.#ports = ports;
  }

  create(contextId: string | undefined): TaskRecord {
    const task: Task = {
      id: randomUUID(),
      contextId: contextId ?? randomUUID(),
      status: { state: 'TASK_STATE_SUBMITTED', timestamp: this.#ports.clock().toISOString() },
      history: [],
    };
    return { task, receipts: [] };
  }

  /** The task with another state; parts and metadata make its status message. */
  move(record: TaskRecord, state: TaskState, parts: readonly Part[] = [], metadata?: Metadata): TaskRecord {
    const { id: taskId, contextId } = record.task;
    const message: Message | undefined =
      parts.length > 0
        ? { messageId: randomUUID(), role: 'ROLE_AGENT', taskId, contextId, parts, ...(metadata && { metadata }) }
        : undefined;
    const timestamp = this.#ports.clock().toISOString();
    return { ...record, task: { ...record.task, status: { state, ...(message && { message }), timestamp } } };
  }

  async save(record: TaskRecord): Promise<TaskRecord> {
    const now = this.#ports.clock().getTime();
    const { id, contextId } = record.task;
    const expiresAt = Math.max(now + lifetimeMs, record.job ? Date.parse(record.job.expiresAt) : 0);
    const row = { id, contextId, updatedAt: now, expiresAt, record: JSON.stringify(record) };
    await stored(this.#ports.tasks.put(row));
    return record;
  }

  /** The current task; one that works on a job has the progress of its job. */
  async find(id: string): Promise<TaskRecord | undefined> {
    const text = await stored(this.#ports.tasks.get(id));
    if (text === undefined) return undefined;
    const record = JSON.parse(text) as TaskRecord;
    if (!record.job || record.task.status.state !== 'TASK_STATE_WORKING' || !this.#ports.jobs) return record;
    const current = await withJob(record, this.#ports.jobs);
    return isTerminal(current.task.status.state) ? this.save(current) : current;
  }

  async get(id: string): Promise<TaskRecord> {
    const record = await this.find(id);
    if (!record) throw new A2aError('TASK_NOT_FOUND', 'There is no such task, or it is no longer stored.');
    return record;
  }

  /** Tasks of one context. Only the context identifies a caller, so without one the list is empty. */
  async list(query: URLSearchParams): Promise<object> {
    const pageSize = whole(query, 'pageSize', 50, 1, 100);
    const historyLength = whole(query, 'historyLength', 0, 0, 1000);
    const state = query.get('status');
    if (state !== null && !taskStates.includes(state as TaskState))
      throw invalid('status', 'status is not a task state.', 'unknown state');
    const after = query.get('statusTimestampAfter');
    if (after !== null && Number.isNaN(Date.parse(after)))
      throw invalid('statusTimestampAfter', 'statusTimestampAfter is not a timestamp.', 'not a timestamp');
    const token = query.get('pageToken') ?? '';
    if (token !== '' && !/^\d{1,6}$/.test(token))
      throw invalid('pageToken', 'pageToken was not given by this service.', 'unknown token');
    const contextId = query.get('contextId') ?? '';
    const rows = contextId.length >= unguessableLength ? await stored(this.#ports.tasks.list(contextId, 1000)) : [];
    const all = rows
      .map((row) => (JSON.parse(row) as TaskRecord).task)
      .filter((task) => state === null || task.status.state === state)
      .filter((task) => after === null || Date.parse(task.status.timestamp) >= Date.parse(after));
    const start = Number(token || 0);
    const page = all.slice(start, start + pageSize);
    const more = start + pageSize < all.length;
    return {
      tasks: page.map((task) => {
        const { artifacts, ...rest } = shown(task, historyLength);
        return query.get('includeArtifacts') === 'true' && artifacts ? { ...rest, artifacts } : rest;
      }),
      nextPageToken: more ? String(start + pageSize) : '',
      pageSize,
      totalSize: all.length,
    };
  }
}

/** A task with at most `historyLength` messages of its history; all where that is undefined. */
export function shown(task: Task, historyLength?: number): Task {
  const { history = [], ...rest } = task;
  if (historyLength === 0) return rest;
  const recent = historyLength === undefined ? history : history.slice(-historyLength);
  return recent.length > 0 ? { ...rest, history: recent } : rest;
}

export function whole(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number {
  const given = query.get(name);
  if (given === null) return fallback;
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < min || value > max)
    throw invalid(name, `${name} must be a whole number from ${min} to ${max}.`, `${min} to ${max}`);
  return value;
}
