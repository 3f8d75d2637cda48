import type { TaskRecord } from './ports.ts';
import { shown, type Tasks } from './tasks.ts';
import { isSettledState, type Task } from './wire.ts';

type Wrap = (payload: object) => object;

const frame = (wrap: Wrap, payload: object) => `data: ${JSON.stringify(wrap(payload))}\n\n`;

const statusUpdate = ({ id: taskId, contextId, status }: Task) => ({ statusUpdate: { taskId, contextId, status } });

function* ending(wrap: Wrap, task: Task): Generator<string> {
  for (const artifact of task.artifacts ?? [])
    yield frame(wrap, {
      artifactUpdate: { taskId: task.id, contextId: task.contextId, artifact, append: false, lastChunk: true },
    });
  yield frame(wrap, statusUpdate(task));
}

/** Server-sent events of one sent message: the task, its changes, its artifact, its end. */
export async function* streamOf(
  wrap: Wrap,
  run: (report: (record: TaskRecord) => void) => Promise<TaskRecord>,
): AsyncGenerator<string> {
  const waiting: TaskRecord[] = [];
  let wake = () => {};
  const work = run((record) => {
    waiting.push(record);
    wake();
  });
  let done = false;
  const ended = work.finally(() => {
    done = true;
    wake();
  });
  ended.catch(() => undefined);
  let opened = false;
  while (!done || waiting.length > 0) {
    const next = waiting.shift();
    if (!next) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (done || waiting.length > 0) resolve();
      });
      continue;
    }
    if (!opened) yield frame(wrap, { task: shown(next.task) });
    else if (!isSettledState(next.task.status.state)) yield frame(wrap, statusUpdate(next.task));
    opened = true;
  }
  const { task } = await ended;
  if (opened) yield* ending(wrap, task);
  else yield frame(wrap, { task: shown(task) });
}

/** The same, and where the message bought a job, what becomes of it. */
export async function* withJobOf(
  wrap: Wrap,
  tasks: Tasks,
  run: (report: (record: TaskRecord) => void) => Promise<TaskRecord>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let ended: TaskRecord | undefined;
  const running = async (report: (record: TaskRecord) => void) => {
    ended = await run(report);
    return ended;
  };
  yield* streamOf(wrap, running);
  if (ended?.job && !isSettledState(ended.task.status.state)) yield* changesOf(wrap, tasks, ended, signal);
}

const pollMs = 300;
const longestMs = 10 * 60_000;

/** Server-sent events of a task that is under way, in whichever process it runs. */
export async function* subscribe(
  wrap: Wrap,
  tasks: Tasks,
  first: TaskRecord,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield frame(wrap, { task: shown(first.task) });
  yield* changesOf(wrap, tasks, first, signal);
}

async function* changesOf(wrap: Wrap, tasks: Tasks, first: TaskRecord, signal: AbortSignal): AsyncGenerator<string> {
  let last = JSON.stringify(first.task.status);
  const until = performance.now() + longestMs;
  while (!signal.aborted && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const record = await tasks.find(first.task.id);
    if (!record) return;
    if (JSON.stringify(record.task.status) === last) continue;
    last = JSON.stringify(record.task.status);
    if (isSettledState(record.task.status.state)) return yield* ending(wrap, record.task);
    yield frame(wrap, statusUpdate(record.task));
  }
}
