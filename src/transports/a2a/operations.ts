import { A2aError } from './errors.ts';
import { proofIn } from './payment.ts';
import type { A2aPorts, A2aRequest } from './ports.ts';
import { Sender } from './send.ts';
import { subscribe, withJobOf } from './stream.ts';
import { shown, Tasks, whole } from './tasks.ts';
import { isTerminal } from './wire.ts';

type Wrap = (payload: object) => object;
export type Outcome = { readonly body: object } | { readonly stream: AsyncIterable<string> };

export interface Call {
  /** Of the task; empty for operations without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly http: A2aRequest;
  /** Makes the data of a server-sent event. */
  readonly wrap: Wrap;
}

/** The operations of A2A 1.0 by their names; each rejects with {@link A2aError}. */
export function createOperations(ports: A2aPorts) {
  const tasks = new Tasks(ports);
  const sender = new Sender(ports, tasks);
  return {
    async SendMessage({ body, http }) {
      const request = sender.parse(body);
      const { task } = await sender.send(request, http);
      return { body: { task: shown(task, request.configuration?.historyLength) } };
    },
    async SendStreamingMessage({ body, http, wrap }) {
      const request = sender.parse(body);
      const stream = withJobOf(wrap, tasks, (report) => sender.send(request, http, report), http.signal);
      // a refusal comes before the first event and is an error of the request, not of the stream
      const first = await stream.next();
      return { stream: resumed(first, stream) };
    },
    async GetTask({ id, query }) {
      const historyLength = query.has('historyLength') ? whole(query, 'historyLength', 0, 0, 1000) : undefined;
      return { body: shown((await tasks.get(id)).task, historyLength) };
    },
    async ListTasks({ query }) {
      return { body: await tasks.list(query) };
    },
    async CancelTask({ id, body, http }) {
      return { body: shown((await sender.cancel(id, proofIn(body, http.headers.authorization))).task) };
    },
    async SubscribeToTask({ id, http, wrap }) {
      const record = await tasks.get(id);
      if (isTerminal(record.task.status.state))
        throw new A2aError('UNSUPPORTED_OPERATION', 'The task has ended; nothing follows.');
      return { stream: subscribe(wrap, tasks, record, http.signal) };
    },
    async PushNotificationConfig() {
      throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'This agent sends no push notifications.');
    },
    async GetExtendedAgentCard() {
      throw new A2aError(
        'UNSUPPORTED_OPERATION',
        'This agent has no extended card; /.well-known/agent-card.json says everything.',
      );
    },
  } satisfies Readonly<Record<string, (call: Call) => Promise<Outcome>>>;
}

export type Operations = ReturnType<typeof createOperations>;

async function* resumed(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
