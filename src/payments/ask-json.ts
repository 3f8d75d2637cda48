import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Milliseconds; when the answer was dated, its age in caches included. NaN where it has no date. */
  readonly dated: number;
}

// idle connections are given up before the other side does it, so that no order is sent into a closing one
const idle = { keepAlive: true, timeout: 4_000 };
const httpAgent = new HttpAgent(idle);
const httpsAgent = new HttpsAgent(idle);

export interface AskLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Nothing moves by it: queried once more where a kept connection turns out to be closed. */
  readonly repeatable?: boolean;
}

/** A connection that was kept from an earlier question broke: most likely the other side had closed it. */
class ClosedConnection extends Error {}

/**
 * One JSON request with a deadline for the whole of it and a bound on the answer. Follows no redirect. Rejects where no
 * complete answer came; the rejection names what happened and carries no text of the other side.
 */
export async function askJson(url: URL, body: string | undefined, limits: AskLimits): Promise<HttpAnswer> {
  try {
    return await ask(url, body, limits);
  } catch (error) {
    if (!limits.repeatable || !(error instanceof ClosedConnection)) throw error;
    return ask(url, body, limits, false);
  }
}

function ask(url: URL, body: string | undefined, limits: AskLimits, keepAlive = true): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const sent = (secure ? httpsRequest : httpRequest)(url, {
      agent: keepAlive && (secure ? httpsAgent : httpAgent),
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    });
    const deadline = setTimeout(() => fail('no answer in time'), limits.timeoutMs);
    const fail = (why: string, closed = false) => {
      clearTimeout(deadline);
      sent.destroy();
      reject(closed ? new ClosedConnection(why) : new Error(why));
    };
    sent.on('error', () => fail('unreachable', sent.reusedSocket));
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
        const { statusCode: status = 0, headers } = answer;
        const dated = Date.parse(headers.date ?? '') + Number(headers.age ?? 0) * 1000;
        if (answer.complete) resolve({ status, dated, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.end(body);
  });
}
