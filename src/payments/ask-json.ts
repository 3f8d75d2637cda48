import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

// idle connections are given up before the other side does it, so that no order is sent into a closing one
const idle = { keepAlive: true, timeout: 4_000 };
const httpAgent = new HttpAgent(idle);
const httpsAgent = new HttpsAgent(idle);

/**
 * One JSON request with a deadline for the whole of it and a bound on the answer. Follows no redirect. Rejects where no
 * complete answer came; the rejection names what happened and carries no text of the other side.
 */
export function askJson(
  url: URL,
  body: string | undefined,
  limits: { timeoutMs: number; maxBytes: number },
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const sent = (secure ? httpsRequest : httpRequest)(url, {
      agent: secure ? httpsAgent : httpAgent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    });
    const deadline = setTimeout(() => fail('no answer in time'), limits.timeoutMs);
    const fail = (why: string) => {
      clearTimeout(deadline);
      sent.destroy();
      reject(new Error(why));
    };
    sent.on('error', () => fail('unreachable'));
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.maxBytes) fail('the answer is too large');
        else chunks.push(chunk);
      });
      answer.on('error', () => fail('the connection broke'));
      answer.on('close', () => !answer.complete && fail('the connection broke'));
      answer.on('end', () => {
        clearTimeout(deadline);
        if (answer.complete) resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.end(body);
  });
}
