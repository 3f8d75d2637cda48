import { randomUUID } from 'node:crypto';
import { faultText, readInput } from '../../input/input-faults.ts';
import { asServiceError } from '../../kernel/errors.ts';
import type { ShownProof } from '../../pipeline/proof.ts';
import { A2aError, invalid, ofPayingCall } from './errors.ts';
import { type Execution, Executor } from './execute.ts';
import { keys, withoutPayment } from './payment.ts';
import type { A2aPorts, A2aRequest, TaskRecord } from './ports.ts';
import { taskOfJob } from './task-job.ts';
import type { Tasks } from './tasks.ts';
import {
  camelCased,
  type Invocation,
  InvocationSchema,
  isTerminal,
  type Message,
  type Metadata,
  type SendRequest,
  SendSchema,
} from './wire.ts';

/** A valid call, for a message that no tool fits. */
const fallback = { name: 'svc_coverage_map', example: {} } as const;

type Reporter = (record: TaskRecord) => void;

/** Handles messages: binds a task to a tool and its arguments, runs it, and lets a payment-only message run it again. */
export class Sender {
  readonly #ports: A2aPorts;
  readonly #tasks: Tasks;
  readonly #executor: Executor;
  /** Work of this process that can be canceled. */
  readonly #running = new Map<string, AbortController>();

  constructor(ports: A2aPorts, tasks: Tasks) {
    this.#ports = ports;
    this.#tasks = tasks;
    this.#executor = new Executor(ports, tasks);
  }

  parse(body: unknown): SendRequest {
    const { message: given, configuration, ...rest } = (camelCased(body) ?? {}) as Metadata;
    const request = {
      ...rest,
      message: camelCased(given),
      ...(configuration !== undefined && { configuration: camelCased(configuration) }),
    };
    const read = readInput(SendSchema, request, { whole: 'the request' });
    if ('data' in read) {
      const { message, configuration } = read.data;
      if (configuration?.taskPushNotificationConfig !== undefined)
        throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'This agent sends no push notifications.');
      const pays = message.metadata?.[keys.payload] !== undefined || message.metadata?.[keys.status] !== undefined;
      if (!message.parts?.length && !(pays && message.taskId)) throw refused('message.parts', 'must not be empty');
      return read.data;
    }
    const violations = read.issues.map(({ path, message }) => ({ field: path, description: message }));
    throw new A2aError('INVALID_REQUEST', faultText(read.issues), { violations });
  }

  /**
   * Handles one message. The promise ends when the task waits or is done; with `returnImmediately` as soon as it exists.
   * `report` hears of each change, for a stream.
   */
  async send(request: SendRequest, http: A2aRequest, report: Reporter = () => undefined): Promise<TaskRecord> {
    try {
      return await this.#send(request, http, report);
    } catch (error) {
      throw request.message.metadata?.[keys.payload] === undefined ? error : ofPayingCall(error);
    }
  }

  async #send(request: SendRequest, http: A2aRequest, report: Reporter): Promise<TaskRecord> {
    const { message } = request;
    const known = message.taskId === undefined ? undefined : await this.#tasks.get(message.taskId);
    if (known && message.contextId !== undefined && message.contextId !== known.task.contextId)
      throw refused('message.contextId', 'is not the context of the task');
    const credential = message.metadata?.[keys.payload];
    if (known && message.metadata?.[keys.status] === 'payment-rejected') return this.#decline(known);
    const bound = known?.bound && credential !== undefined ? known.bound : invocationOf(message.parts);
    const state = known?.task.status.state;
    // a payment-only message to a completed task fetches a completion that was lost on its way
    if (state && isTerminal(state) && !(credential !== undefined && state === 'TASK_STATE_COMPLETED'))
      throw new A2aError('UNSUPPORTED_OPERATION', 'The task has ended and takes no further message.');
    const started = this.#receive(known ?? this.#tasks.create(message.contextId), message);
    if (!bound) return this.#tasks.save(await this.#ask(started, message.parts, http.baseUrl));
    return this.#run(
      started,
      bound,
      credential,
      http,
      request.configuration?.returnImmediately === true,
      report,
      known,
    );
  }

  /** Cancels a task that waits or runs; one whose job was bought for its buyer alone. */
  async cancel(id: string, proof: ShownProof | undefined): Promise<TaskRecord> {
    const record = await this.#tasks.get(id);
    if (isTerminal(record.task.status.state)) throw new A2aError('TASK_NOT_CANCELABLE', 'The task has ended.');
    if (record.job && this.#ports.jobs) {
      const { document } = await this.#ports.jobs
        .cancel(record.job.jobId, record.job.path, proof)
        .catch((error: unknown) => {
          const { code, detail } = asServiceError(error);
          throw code === 'purchase_not_proven' ? new A2aError('TASK_NOT_CANCELABLE', detail) : error;
        });
      return this.#tasks.save(taskOfJob(record, record.bound?.svcTool ?? '', document));
    }
    this.#running.get(id)?.abort();
    return this.#tasks.save(this.#tasks.move(record, 'TASK_STATE_CANCELED', [{ text: 'Called off by the caller.' }]));
  }

  async #run(
    started: TaskRecord,
    bound: Invocation,
    credential: unknown,
    http: A2aRequest,
    returnImmediately: boolean,
    report: Reporter,
    known: TaskRecord | undefined,
  ): Promise<TaskRecord> {
    const { id } = started.task;
    const abort = new AbortController();
    if (!returnImmediately) http.signal.addEventListener('abort', () => abort.abort(), { once: true });
    const completed = known?.task.status.state === 'TASK_STATE_COMPLETED';
    let working = this.#tasks.move({ ...started, bound }, 'TASK_STATE_WORKING');
    if (!completed) await this.#tasks.save(working);
    report(working);
    const execution: Execution = {
      baseUrl: http.baseUrl,
      requestId: http.requestId,
      signal: abort.signal,
      ...(credential !== undefined && { credential }),
      progress: (text) => {
        working = this.#tasks.move(working, 'TASK_STATE_WORKING', [{ text }]);
        report(working);
      },
    };
    this.#running.set(id, abort);
    const work = this.#executor.run(started, bound, execution).then(async (done) => {
      this.#running.delete(id);
      // what was bought is handed out whether or not its task can be stored
      const saved = await this.#conclude(id, done, known, completed).catch((error: unknown) => {
        this.#ports.log.error({ err: error, requestId: http.requestId }, 'a2a task could not be stored');
        return done;
      });
      report(saved);
      return saved;
    });
    if (!returnImmediately) return work;
    work.catch((error) => this.#ports.log.error({ err: error, requestId: http.requestId }, 'a2a task failed'));
    return working;
  }

  /** Stores the result of a run, unless the stored task says more. */
  async #conclude(
    id: string,
    done: TaskRecord,
    known: TaskRecord | undefined,
    completed: boolean,
  ): Promise<TaskRecord> {
    const { state } = done.task.status;
    if (state === 'TASK_STATE_COMPLETED' || done.job) return this.#tasks.save(done);
    // a completed task stays so; a payment that is being worked on belongs to the message that brought it first
    if (completed || state === 'TASK_STATE_WORKING') return done;
    const stored = await this.#tasks.find(id);
    if (stored?.task.status.state === 'TASK_STATE_CANCELED') return stored;
    // the caller went away: the task waits again for what it waited for
    if (state === 'TASK_STATE_CANCELED' && known) return this.#tasks.save(known);
    return this.#tasks.save(done);
  }

  #receive(record: TaskRecord, message: SendRequest['message']): TaskRecord {
    const { id: taskId, contextId, history = [] } = record.task;
    const metadata = withoutPayment(message.metadata);
    const entry: Message = {
      messageId: message.messageId ?? randomUUID(),
      role: 'ROLE_USER',
      taskId,
      contextId,
      parts: (message.parts ?? []) as Message['parts'],
      ...(metadata && { metadata }),
    };
    return { ...record, task: { ...record.task, history: [...history, entry].slice(-20) } };
  }

  /** No tool was named: broad language is not interpreted. */
  async #ask(record: TaskRecord, parts: SendRequest['message']['parts'], baseUrl: string): Promise<TaskRecord> {
    const text =
      parts
        ?.map((part) => part.text ?? '')
        .join(' ')
        .trim()
        .slice(0, 400) ?? '';
    const suggestions = (text && (await this.#ports.suggest?.(text))) || [];
    const { name, example } = suggestions.find((one) => one.example) ?? fallback;
    return this.#tasks.move(record, 'TASK_STATE_INPUT_REQUIRED', [
      {
        text: `Name one tool: send a message with this taskId and one data part ${shape}. Broad natural language is not interpreted.`,
      },
      {
        data: {
          example: { svcTool: name, arguments: example },
          ...(suggestions.length > 0 && {
            suggestions: suggestions.map(({ name, summary }) => ({ name, summary })),
          }),
          catalog: `${baseUrl}/mcp/catalog?q=<words>`,
        },
        mediaType: 'application/json',
      },
    ]);
  }

  async #decline(record: TaskRecord): Promise<TaskRecord> {
    if (isTerminal(record.task.status.state)) throw new A2aError('UNSUPPORTED_OPERATION', 'The task has ended.');
    const submitted = record.task.status.message?.metadata?.[keys.status] === 'payment-submitted';
    const text = submitted
      ? 'The task is closed. Whether the payment that was sent with it was taken is not known: the same payment on the same call, sent again, finds out.'
      : 'The payment was declined; nothing was charged.';
    return this.#tasks.save(
      this.#tasks.move(record, 'TASK_STATE_CANCELED', [{ text }], { [keys.status]: 'payment-rejected' }),
    );
  }
}

const refused = (field: string, description: string) => invalid(field, `${field} ${description}`, description);

const shape = '{"svcTool": <tool name>, "arguments": <object>}';

/** The tool that a message names; undefined where it names none. A data part that names one badly is refused, and so is a second one. */
function invocationOf(parts: SendRequest['message']['parts']): Invocation | undefined {
  const data = (parts ?? []).map((part) => part.data).filter((one) => one !== undefined && one !== null);
  const [first, ...others] = data;
  if (first === undefined) return undefined;
  if (others.length > 0)
    throw refused('message.parts', `has ${data.length} data parts; send one, ${shape}, and one message for each tool`);
  if (typeof first !== 'object' || !('svcTool' in first)) return undefined;
  const parsed = InvocationSchema.safeParse(first);
  if (parsed.success) return parsed.data;
  throw refused('message.parts.data', `must be ${shape}`);
}
