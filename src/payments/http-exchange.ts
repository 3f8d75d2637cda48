import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** One JSON request: a POST where it has a body. */
export interface HttpRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole of it. */
  readonly timeoutMs: number;
  readonly maxBytes?: number;
  /** On a connection that is kept alive; one of its own where absent. */
  readonly keepAlive?: boolean;
}

/**
 * What came of it. `unsent`: no connection was established, so that no byte of the request left; `broken`: one was, and
 * no whole answer came; `isStale`: one that was kept from an earlier request broke, most likely closed by the other side
 * before. A failure carries no text of the other side.
 */
export type HttpOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly text: string;
      header(name: string): string | undefined;
    }
  | { readonly kind: 'unsent' | 'broken'; readonly why: string; readonly isStale?: boolean };

// idle connections are given up before the other side does it, so that no order is sent into a closing one
const idle = { keepAlive: true, timeout: 4_000 };
const agents = { 'http:': new HttpAgent(idle), 'https:': new HttpsAgent(idle) };

/** Sends one request once and follows no redirect. Never rejects. */
export function exchange(request: HttpRequest): Promise<HttpOutcome> {
  const { url, headers, body, timeoutMs, maxBytes = 4 * 1024 * 1024, keepAlive = false } = request;
  return new Promise((resolve) => {
    const isSecure = url.protocol === 'https:';
    const sent = (isSecure ? httpsRequest : httpRequest)(url, {
      agent: keepAlive && agents[isSecure ? 'https:' : 'http:'],
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    });
    let isConnected = false;
    const end = (outcome: HttpOutcome) => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    const fail = (why: string, isStale = false) => {
      end({ kind: isConnected ? 'broken' : 'unsent', why, isStale });
      sent.destroy();
    };
    const deadline = setTimeout(() => fail('no answer in time'), timeoutMs);
    sent.on('socket', (socket) => {
      isConnected = sent.reusedSocket;
      // bytes are written once a connection is established; over TLS not before it is secured
      if (!isConnected)
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        });
    });
    sent.on('error', () => fail(isConnected ? 'the connection broke' : 'unreachable', sent.reusedSocket));
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) fail('the answer is too large');
        else chunks.push(chunk);
      });
      answer.on('error', () => fail('the connection broke'));
      answer.on('close', () => !answer.complete && fail('the connection broke'));
      answer.on('end', () => {
        if (!answer.complete) return;
        const header = (name: string) => [answer.headers[name]].flat()[0];
        end({ kind: 'answered', status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), header });
      });
    });
    sent.end(body);
  });
}

/** Parsed JSON, or undefined where a text is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
