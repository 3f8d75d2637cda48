import { A2aError } from './errors.ts';
import type { A2aPorts, A2aRequest } from './ports.ts';
import { Sender } from './send.ts';
import { subscribe, withJobOf } from './stream.ts';
import { shown, Tasks, whole } from './tasks.ts';
import { isTerminal } from './wire.ts';

type Wrap = (payload: object) => object;
export type Outcome = { readonly body: object } | { readonly stream: AsyncIterable<string> };

/** The operations of A2A 1.0, for both bindings. */
export class Operations {
  readonly #tasks: Tasks;
  readonly #sender: Sender;

  constructor(ports: A2aPorts) {
    this.#tasks = new Tasks(ports);
    this.#sender = new Sender(ports, this.#tasks);
  }

  async sendMessage(body: unknown, http: A2aRequest): Promise<Outcome> {
    const request = this.#sender.parse(body);
    const { task } = await this.#sender.send(request, http);
    return { body: { task: shown(task, request.configuration?.historyLength) } };
  }

  async sendStreamingMessage(body: unknown, http: A2aRequest, wrap: Wrap): Promise<Outcome> {
    const request = this.#sender.parse(body);
    const stream = withJobOf(wrap, this.#tasks, (report) => this.#sender.send(request, http, report), http.signal);
    // a refusal comes before the first event and is an error of the request, not of the stream
    const first = await stream.next();
    return { stream: resumed(first, stream) };
  }

  async getTask(id: string, query: URLSearchParams): Promise<Outcome> {
    const historyLength = query.has('historyLength') ? whole(query, 'historyLength', 0, 0, 1000) : undefined;
    return { body: shown((await this.#tasks.get(id)).task, historyLength) };
  }

  async listTasks(query: URLSearchParams): Promise<Outcome> {
    return { body: await this.#tasks.list(query) };
  }

  async cancelTask(id: string): Promise<Outcome> {
    return { body: shown((await this.#sender.cancel(id)).task) };
  }

  async subscribeToTask(id: string, http: A2aRequest, wrap: Wrap): Promise<Outcome> {
    const record = await this.#tasks.get(id);
    if (isTerminal(record.task.status.state))
      throw new A2aError('UNSUPPORTED_OPERATION', 'The task has ended; nothing follows.');
    return { stream: subscribe(wrap, this.#tasks, record, http.signal) };
  }

  pushNotifications(): never {
    throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'This agent sends no push notifications.');
  }

  extendedCard(): never {
    throw new A2aError(
      'UNSUPPORTED_OPERATION',
      'This agent has no extended card; /.well-known/agent-card.json says everything.',
    );
  }
}

async function* resumed(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
