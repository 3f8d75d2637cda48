import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** One request outside, sent once: no kept-alive connection, no repetition, no redirect. */
export interface OnceRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
}

/**
 * What came of it. `unsent`: no connection ever stood, so that no byte of the request left; `broken`: one stood, and no
 * whole answer came. Neither carries a text of the other side.
 */
export type OnceOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly text: string;
      header(name: string): string | undefined;
    }
  | { readonly kind: 'unsent' | 'broken'; readonly why: string };

const maxBytes = 4 * 1024 * 1024;

/** Sends one request. Never rejects. */
export function askOnce({ url, method = 'GET', headers, body, timeoutMs }: OnceRequest): Promise<OnceOutcome> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    // an agent of its own for one connection: one kept alive may be closed by the other side while the request is written
    const sent = (secure ? httpsRequest : httpRequest)(url, {
      agent: false,
      method,
      headers: { accept: 'application/json', ...headers, ...(body !== undefined && lengthOf(body)) },
    });
    let connected = false;
    const end = (outcome: OnceOutcome) => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    const fail = (why: string) => {
      end({ kind: connected ? 'broken' : 'unsent', why });
      sent.destroy();
    };
    const deadline = setTimeout(() => fail('no answer in time'), timeoutMs);
    sent.on('socket', (socket) => {
      // bytes are written once the connection stands; over TLS not before it is secured
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    sent.on('error', () => fail(connected ? 'the connection broke' : 'unreachable'));
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
        const { statusCode: status = 0, headers: named } = answer;
        const header = (name: string) => {
          const value = named[name];
          return Array.isArray(value) ? value[0] : value;
        };
        end({ kind: 'answered', status, text: Buffer.concat(chunks).toString('utf8'), header });
      });
    });
    sent.end(body);
  });
}

const lengthOf = (body: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
});

/** Parsed JSON, or undefined where a text is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
