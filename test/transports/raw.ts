import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** One request with exactly these headers, Host included, and the bytes of its reply as they came. */
export function raw(
  url: string,
  headers: Record<string, string>,
  method = 'GET',
  body?: string | Buffer,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, async (res) => {
      const parts: Buffer[] = [];
      for await (const part of res) parts.push(part as Buffer);
      resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes: Buffer.concat(parts) });
    })
      .on('error', reject)
      .end(body);
  });
}
