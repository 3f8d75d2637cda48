import type {
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiInitializeResult,
  McpUiToolInputNotification,
  McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps';

// methods and revision of the extension io.modelcontextprotocol/ui, specification 2026-01-26; its own App class
// brings 330 kB of protocol code into the view, which is why the six messages are spoken here
const revision = '2026-01-26';

type Message = {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
};

export interface HostEvents {
  input(params: McpUiToolInputNotification['params']): void;
  result(params: McpUiToolResultNotification['params']): void;
  cancelled(): void;
  context(context: McpUiHostContext): void;
}

const answerWithin = 120_000;

/** JSON-RPC with the window that holds the view. Only that window is heard. */
export class Wire {
  readonly #host: Window;
  readonly #events: HostEvents;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #next = 1;
  capabilities: McpUiHostCapabilities = {};

  constructor(host: Window, events: HostEvents) {
    this.#host = host;
    this.#events = events;
    window.addEventListener('message', ({ source, data }) => {
      if (source === host && data?.jsonrpc === '2.0') this.#take(data as Message);
    });
  }

  /** Shakes hands with the host; rejects where no host answers. */
  async connect(name: string): Promise<void> {
    const result = (await this.request('ui/initialize', {
      appInfo: { name, version: '1' },
      appCapabilities: {},
      protocolVersion: revision,
    })) as McpUiInitializeResult;
    this.capabilities = result.hostCapabilities ?? {};
    this.#events.context(result.hostContext ?? {});
    this.notify('ui/notifications/initialized', {});
  }

  #take(message: Message): void {
    const events = this.#events;
    const { id, method, params } = message;
    if (method === undefined) {
      this.#settle(message);
      return;
    }
    const given = params as never;
    if (method === 'ui/notifications/tool-input') events.input(given);
    else if (method === 'ui/notifications/tool-result') events.result(given);
    else if (method === 'ui/notifications/tool-cancelled') events.cancelled();
    else if (method === 'ui/notifications/host-context-changed') events.context(given);
    // a request of the host: ping and teardown are answered, others are not known here
    if (id === undefined) return;
    const known = method === 'ping' || method === 'ui/resource-teardown';
    this.#post(known ? { id, result: {} } : { id, error: { code: -32601, message: `No method ${method} here.` } });
  }

  #settle({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    if (error) waiting?.reject(new Error(error.message ?? 'The host refused.'));
    else waiting?.resolve(result);
  }

  #post(message: object): void {
    // a sandboxed view cannot know the origin of its host
    this.#host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }

  notify(method: string, params: object): void {
    this.#post({ method, params });
  }

  request(method: string, params: object): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The host did not answer.')), answerWithin);
      const done =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          then(value);
        };
      this.#waiting.set(id, { resolve: done(resolve), reject: done(reject) });
      this.#post({ id, method, params });
    });
  }
}
