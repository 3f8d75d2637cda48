import { ServiceError } from '../../kernel/errors.ts';
import type { JobDocument, JobState } from '../../kernel/ports/jobs.ts';
import { shortForm } from '../../short-form/short-form.ts';
import type { A2aPorts, TaskRecord } from './ports.ts';
import type { Artifact, Part, TaskState } from './wire.ts';

const stateOf: Readonly<Record<JobState, TaskState>> = {
  accepted: 'TASK_STATE_WORKING',
  running: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  completed_with_diagnostics: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
  expired: 'TASK_STATE_COMPLETED',
};

/** What was made of the whole, each under its address. */
function filesOf({ artifacts }: JobDocument): Artifact[] {
  const parts = Object.values(artifacts ?? {}).map((url): Part => ({ url }));
  return parts.length > 0 ? [{ artifactId: 'files', name: 'What was made of the whole', parts }] : [];
}

/** A task in the state of its job: the document is its artifact, the job's summary its message. */
export function taskOfJob(record: TaskRecord, tool: string, document: JobDocument): TaskRecord {
  const { id: taskId, contextId, status } = record.task;
  const state = stateOf[document.state];
  const result = { ok: true, tool, ...shortForm({ ...document }) };
  const message = {
    // the same for the same revision: a comparison finds a change only where there is one
    ...{ messageId: `${document.jobId}-${document.revision}`, role: 'ROLE_AGENT' as const, taskId, contextId },
    parts: [{ text: document.stage ? `${document.summary} ${document.stage}` : document.summary }],
    ...(status.message?.metadata && { metadata: status.message.metadata }),
  };
  const artifact: Artifact = {
    ...{ artifactId: 'result', name: tool },
    parts: [{ data: result, mediaType: 'application/json' }],
  };
  return {
    ...record,
    ...(record.job && { job: { ...record.job, expiresAt: document.expiresAt } }),
    task: {
      ...record.task,
      status: { state, message, timestamp: document.finishedAt ?? status.timestamp },
      artifacts: [artifact, ...filesOf(document)],
    },
  };
}

/** A task that works on a job, with the current state of the job; unchanged where the job has expired. */
export async function withJob(record: TaskRecord, jobs: NonNullable<A2aPorts['jobs']>): Promise<TaskRecord> {
  if (!record.job) return record;
  try {
    const { document } = await jobs.view(record.job.jobId, record.job.path);
    return taskOfJob(record, record.bound?.svcTool ?? '', document);
  } catch (error) {
    // a job that the next sweep makes is not there yet
    if (error instanceof ServiceError && error.status < 500) return record;
    throw error;
  }
}
