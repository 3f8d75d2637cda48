import { answerLines } from '../../answer-text/answer-text.ts';
import { hashJson } from '../../kernel/canonical.ts';
import { asServiceError, ServiceError } from '../../kernel/errors.ts';
import type { Fields } from '../../kernel/fields.ts';
import type { CopyAddresses } from '../../kernel/ports/copies.ts';
import type { JobDocument, JobHandle } from '../../kernel/ports/jobs.ts';
import type { CallOptions } from '../../pipeline/free.ts';
import type { PaidResult } from '../../pipeline/paid.ts';
import { receiptForAll } from '../../pipeline/proof.ts';
import { type Delivery, shortForm, withoutOwner } from '../../short-form/short-form.ts';
import { copyForms, readAddresses, wholeAddresses } from '../copy-addresses.ts';
import { errorWord, keys } from './payment.ts';
import type { A2aPorts, TaskRecord } from './ports.ts';
import { taskOfJob } from './task-job.ts';
import type { Tasks } from './tasks.ts';
import type { Artifact, Invocation, Metadata, Part } from './wire.ts';

const data = (value: unknown): Part => ({ data: value, mediaType: 'application/json' });
const say = (text: string): Part => ({ text });
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

export interface Execution extends Pick<Required<CallOptions>, 'signal' | 'requestId' | 'progress'> {
  readonly baseUrl: string;
  readonly credential?: unknown;
}

interface Completion {
  readonly metadata?: Metadata;
  readonly copies?: CopyAddresses;
  readonly delivery?: Delivery;
}

/** Runs the call of a task and returns the task in its new state. */
export class Executor {
  readonly #ports: A2aPorts;
  readonly #tasks: Tasks;

  constructor(ports: A2aPorts, tasks: Tasks) {
    this.#ports = ports;
    this.#tasks = tasks;
  }

  async run(record: TaskRecord, bound: Invocation, execution: Execution): Promise<TaskRecord> {
    const boundRecord: TaskRecord = { ...record, bound };
    try {
      if (this.#ports.isPaid(bound.svcTool)) return await this.#paid(boundRecord, bound, execution);
      const result = await this.#ports.callFree(bound.svcTool, bound.arguments, execution);
      return this.#complete(boundRecord, bound.svcTool, result as Fields);
    } catch (thrown) {
      return this.#failed(boundRecord, thrown, execution);
    }
  }

  async #paid(
    record: TaskRecord,
    { svcTool: slug, arguments: args }: Invocation,
    execution: Execution,
  ): Promise<TaskRecord> {
    const { baseUrl, credential, signal, requestId, progress } = execution;
    if (!this.#ports.callPaid) throw new ServiceError('tool_sdk_not_configured', { retryAfterSeconds: 300 });
    const call = { slug, args, resourceUrl: `${baseUrl}/api/${slug}`, signal, requestId, progress };
    const result = await this.#ports.callPaid({ ...call, ...(credential !== undefined && { credential }) });
    return this.#sold(record, slug, result, baseUrl);
  }

  #sold(record: TaskRecord, slug: string, result: PaidResult, baseUrl: string): TaskRecord {
    if (result.kind === 'diagnostic') return this.#complete(record, slug, result.body);
    if (result.kind === 'settled') {
      // a task is stored, and read by anyone who has its id: the claim is in the buyer's own payment
      const receipts = append(record.receipts, receiptForAll(result.receipt));
      if (result.job)
        return this.#begun({ ...record, receipts }, slug, JSON.parse(result.body) as JobDocument, result.job);
      const whole = JSON.parse(result.body) as Fields;
      const copies = result.copies && wholeAddresses(result.copies, baseUrl);
      const { uri: _overMcp, ...addresses } = readAddresses(copies);
      const stored = withoutOwner(whole);
      return this.#complete({ ...record, receipts }, slug, stored, {
        metadata: { [keys.status]: 'payment-completed', [keys.receipts]: receipts },
        delivery: shortForm(stored, { ...addresses, canonicalHash: hashJson(whole) }),
        ...(copies && { copies }),
      });
    }
    const { code, detail } = result.paymentRequired;
    const receipts = result.receipt ? append(record.receipts, result.receipt) : record.receipts;
    const text = code
      ? `The payment was not taken: ${sentence(detail ?? code)} Nothing was charged. The terms in the metadata are fresh.`
      : `${slug} is a paid tool. Nothing was charged. Ask the user before paying; then send a message with this taskId and only ${keys.payload} in its metadata.`;
    return this.#tasks.move({ ...record, receipts }, 'TASK_STATE_INPUT_REQUIRED', [say(text)], {
      [keys.status]: 'payment-required',
      [keys.required]: result.paymentRequired,
      ...(code && { [keys.error]: errorWord(code) }),
      ...(receipts.length > 0 && { [keys.receipts]: receipts }),
    });
  }

  /** Paid, and the work begins: the task works until its job has ended. */
  #begun(record: TaskRecord, tool: string, document: JobDocument, { jobId, path, expiresAt }: JobHandle): TaskRecord {
    const metadata = { [keys.status]: 'payment-completed', [keys.receipts]: record.receipts };
    const working = this.#tasks.move(record, 'TASK_STATE_WORKING', [say(document.summary)], metadata);
    return taskOfJob({ ...working, job: { jobId, path, expiresAt } }, tool, document);
  }

  /** Done: the answer as data, what was bought in its short form; the same in words is the message. */
  #complete(
    record: TaskRecord,
    tool: string,
    body: Fields,
    { metadata, copies, delivery }: Completion = {},
  ): TaskRecord {
    const result = { ok: true, tool, ...(delivery ?? { result: body }) };
    const artifacts: Artifact[] = [{ artifactId: 'result', name: tool, parts: [data(result)] }];
    if (copies) {
      const parts = copyForms(copies).map(({ address, mediaType }) => ({ url: address, mediaType }));
      artifacts.push({ artifactId: 'copies', name: 'Page, PDF and data', parts });
    }
    const done = { ...record, task: { ...record.task, artifacts } };
    const words = answerLines(body, {
      lines: 40,
      bytes: delivery ? 1_600 : 3_000,
      rows: [8, 3],
      whole: 'the artifact has more',
    });
    return this.#tasks.move(done, 'TASK_STATE_COMPLETED', [say(words.join('\n'))], metadata);
  }

  /** A caller's fault rejects the task, ours fails it; a payment whose end is open keeps it waiting for the identical message. */
  #failed(record: TaskRecord, thrown: unknown, { requestId, credential, baseUrl }: Execution): TaskRecord {
    const error = credential === undefined ? asServiceError(thrown) : asServiceError(thrown).ofPayingCall();
    if (error.code === 'internal_error') this.#ports.log.error({ err: thrown, requestId }, 'a2a call failed');
    const after = error.retryAfterSeconds;
    const catalog = error.code === 'unknown_tool' && { catalog: `${baseUrl}/mcp/catalog?q=<words>` };
    const body = { ...error.toBody(), ...catalog, requestId, ...(after !== undefined && { retryAfterSeconds: after }) };
    const parts = [say(`${sentence(error.detail)} ${error.entry.remedy}`), data(body)];
    const paying =
      credential !== undefined &&
      (error.charged === 'unknown' || error.entry.retry === 'identical' || error.code.startsWith('payment_'));
    if (paying) {
      const working = error.code === 'payment_processing_retry';
      return this.#tasks.move(record, working ? 'TASK_STATE_WORKING' : 'TASK_STATE_INPUT_REQUIRED', parts, {
        [keys.status]: 'payment-submitted',
        [keys.error]: errorWord(error.code),
        ...(record.receipts.length > 0 && { [keys.receipts]: record.receipts }),
      });
    }
    if (error.status === 499) return this.#tasks.move(record, 'TASK_STATE_CANCELED', parts);
    return this.#tasks.move(record, error.status < 500 ? 'TASK_STATE_REJECTED' : 'TASK_STATE_FAILED', parts);
  }
}

/** Receipts are only ever added to; a replay brings the one that is there. */
function append(receipts: readonly object[], receipt: object): readonly object[] {
  const text = JSON.stringify(receipt);
  return receipts.some((known) => JSON.stringify(known) === text) ? receipts : [...receipts, receipt];
}
