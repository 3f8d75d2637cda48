import type { Readable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { idOf, parseMessage, type RpcError, rpcError } from './json-guard.ts';
import { type McpPorts, refusalOf } from './ports.ts';
import { createMcpServer } from './server.ts';

interface LineOptions {
  /** Longest line; a longer one is answered with an error and skipped. */
  readonly maxLineBytes?: number;
  /** How long answers in progress may still be written after the input ended. */
  readonly drainMs?: number;
  /** Takes what a person types, a line that begins no JSON; it is not answered in the protocol then. */
  onWord?(): void;
}

const newline = 0x0a;

/**
 * JSON-RPC messages, one per line. Differs from the SDK's own in what it says about bad input: a line that is not JSON,
 * too long, too deep or no JSON-RPC message is answered, and requests that were read before the input ended still are.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #input: Readable;
  readonly #write: (line: string) => Promise<void>;
  readonly #maxLineBytes: number;
  readonly #drainMs: number;
  readonly #onWord: (() => void) | undefined;
  readonly #pending = new Set<RequestId>();
  #parts: Buffer[] = [];
  #length = 0;
  #skipping = false;
  #ended = false;
  #closed = false;
  #announceClosed: () => void = () => {};
  /** Settles when the transport is closed, from whichever side. */
  readonly closed = new Promise<void>((resolve) => {
    this.#announceClosed = resolve;
  });

  constructor(input: Readable, write: (line: string) => Promise<void>, options: LineOptions = {}) {
    this.#input = input;
    this.#write = write;
    this.#maxLineBytes = options.maxLineBytes ?? 2 * 1024 * 1024;
    this.#drainMs = options.drainMs ?? 10_000;
    this.#onWord = options.onWord;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData);
    this.#input.on('end', this.#onEnd);
    this.#input.on('close', this.#onEnd);
    this.#input.on('error', this.#onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    await this.#write(`${JSON.stringify(message)}\n`);
    if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined) {
      this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const event of ['end', 'close', 'error']) this.#input.off(event, this.#onEnd);
    this.#input.off('data', this.#onData);
    this.#input.pause();
    this.onclose?.();
    this.#announceClosed();
  }

  #settle(id: RequestId): void {
    this.#pending.delete(id);
    if (this.#ended && this.#pending.size === 0) void this.close();
  }

  readonly #onEnd = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#length > 0) this.#take(Buffer.alloc(0), true);
    if (this.#pending.size === 0) void this.close();
    else setTimeout(() => void this.close(), this.#drainMs).unref();
  };

  readonly #onData = (chunk: Buffer): void => {
    let start = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
      this.#take(chunk.subarray(start, at), true);
      start = at + 1;
    }
    this.#take(chunk.subarray(start), false);
  };

  #take(part: Buffer, complete: boolean): void {
    this.#length += part.length;
    if (this.#length > this.#maxLineBytes) {
      this.#parts = [];
      if (!this.#skipping) this.#refuse(rpcError(-32600, `Invalid request: longer than ${this.#maxLineBytes} bytes`));
      this.#skipping = true;
    } else this.#parts.push(part);
    if (!complete) return;
    const line = this.#skipping ? '' : Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
    if (line === '') return;
    if (this.#onWord && !/^[{[]/.test(line)) this.#onWord();
    else this.#deliver(line);
  }

  #deliver(line: string): void {
    const message = this.#read(line);
    if (!message) return;
    if (isJSONRPCRequest(message)) this.#pending.add(message.id);
    const cancelled = 'method' in message && message.method === 'notifications/cancelled' && message.params?.requestId;
    this.onmessage?.(message);
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#settle(cancelled);
  }

  #read(line: string): JSONRPCMessage | undefined {
    const parsed = parseMessage(line);
    if ('refused' in parsed) {
      this.#refuse(parsed.refused);
      return undefined;
    }
    try {
      return parseJSONRPCMessage(parsed.value);
    } catch {
      this.#refuse(rpcError(-32600, 'Invalid request: not a JSON-RPC 2.0 message', idOf(parsed.value)));
      return undefined;
    }
  }

  #refuse(error: RpcError): void {
    this.#write(`${JSON.stringify(error)}\n`).catch((failure: unknown) => this.onerror?.(failure as Error));
  }
}

/**
 * Reserves standard output for the protocol: anything else that this process prints from now on, the console
 * included, goes to standard error.
 * @returns writes one line to the real standard output
 */
function claimStdout(): (line: string) => Promise<void> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return (line) =>
    new Promise((resolve, reject) => {
      write(line, (error) => (error ? reject(error) : resolve()));
    });
}

/**
 * Serves MCP on standard input and output, both protocol eras. Resolves when the connection is over: input ended and
 * all requests answered, output gone, SIGTERM or SIGINT. The caller then closes the service and lets the process end.
 */
export async function startStdio(ports: McpPorts, options: Pick<LineOptions, 'onWord'> = {}): Promise<void> {
  const transport = new LineTransport(process.stdin, claimStdout(), options);
  const handle = serveStdio(() => createMcpServer(ports), {
    transport,
    onerror: (error) => ports.refused?.(refusalOf('stdio', error)),
  });
  const stop = () => void handle.close();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, stop);
  process.stdout.on('error', stop);
  await transport.closed;
  for (const signal of signals) process.off(signal, stop);
}
