import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { FailureKind, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { parsePlainJson, plainCharacters } from '../../kernel/text.ts';

/** A body that cannot be used: too large, or ended before its end. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  constructor(readonly kind: Extract<FailureKind, 'too_large' | 'truncated'>) {
    super(kind);
  }
}

const unpack = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
} as const;

/** Undoes the content coding under a cap. Throws {@link BodyError}: a cut stream is truncated, a bomb too large. */
export async function decodeBody(bytes: Buffer, coding: string | null, maxBytes: number): Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? 'identity';
  if (name === '' || name === 'identity' || bytes.length === 0) return bytes;
  if (!Object.hasOwn(unpack, name)) throw new BodyError('truncated');
  const limits = { maxOutputLength: maxBytes };
  try {
    // raw deflate has no zlib header; old servers send it under the same name
    if (name === 'deflate' && ((bytes[0] ?? 0) & 0x0f) !== 0x08) return await promisify(inflateRaw)(bytes, limits);
    return await unpack[name as keyof typeof unpack](bytes, limits);
  } catch (error) {
    throw new BodyError((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'truncated');
  }
}

type Judged = { readonly body: unknown } | { readonly kind: FailureKind; readonly detail: string };

interface Received {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly redirected: boolean;
}

const utf8 = new TextDecoder('utf-8');

function textIn({ bytes, contentType }: Received): string {
  const charset = /charset="?([\w-]+)/.exec(contentType)?.[1];
  if (charset && charset !== 'utf-8' && charset !== 'utf8') {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // an unknown label: the bytes are read as UTF-8
    }
  }
  return utf8.decode(bytes);
}

/** Error objects that platforms send with a success status: ArcGIS, Socrata, Carto, api.data.gov and their like. */
function errorIn(body: unknown): { kind: FailureKind; detail: string } | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { error, ...rest } = body as Record<string, unknown>;
  if (!error) return undefined;
  if (typeof error === 'object' && !Array.isArray(error)) {
    if (!('code' in error || 'message' in error)) return undefined;
    const code = Number((error as { code?: unknown }).code);
    const kind = code === 429 ? 'rate_limited' : [401, 403, 498, 499].includes(code) ? 'refused' : 'error_in_body';
    return { kind, detail: `error ${Number.isFinite(code) ? code : 'object'} inside a success reply` };
  }
  const bare = Object.values(rest).every((value) => typeof value !== 'object' || value === null);
  return bare && (error === true || typeof error === 'string' || (Array.isArray(error) && error.length > 0))
    ? { kind: 'error_in_body', detail: 'error field inside a success reply' }
    : undefined;
}

function parseJson(received: Received): Judged {
  const text = textIn(received).trim();
  if (text === '') return { kind: 'empty_body', detail: 'no body' };
  try {
    return { body: parsePlainJson(text) };
  } catch (error) {
    // a page in place of data: a notice, a login, a missing-key page
    if (text.startsWith('<')) {
      return { kind: received.redirected ? 'moved' : 'not_json', detail: 'markup where JSON is expected' };
    }
    const cut = /^[[{]/.test(text) && /(unexpected end|unterminated)/i.test((error as Error).message);
    return cut
      ? { kind: 'truncated', detail: 'JSON ends too early' }
      : { kind: 'not_json', detail: 'body is not JSON' };
  }
}

/** Whether the body is of the kind that the request explicitly accepts. */
function fits(contentType: string, accept: string | undefined): boolean {
  if (!accept || contentType === '') return true;
  const family = contentType.split('/')[0] ?? '';
  if (/^image\//.test(accept)) return family === 'image' || contentType.startsWith('application/octet-stream');
  return !contentType.startsWith('text/html') || /html|\*\/\*/.test(accept);
}

/** Turns bytes into the body that was requested, or says what is wrong with them. A 200 is not yet an answer. */
export function judgeBody(received: Received, request: SourceRequest, accept: string | undefined): Judged {
  const as = request.as ?? 'json';
  if (received.bytes.length === 0) return { kind: 'empty_body', detail: 'no body' };
  let judged: Judged;
  if (as === 'json') judged = parseJson(received);
  else if (!fits(received.contentType, accept)) {
    judged = { kind: received.redirected ? 'moved' : 'error_in_body', detail: `content type ${family(received)}` };
  } else
    judged = {
      body: as === 'text' ? plainCharacters(textIn(received), { lines: true }) : new Uint8Array(received.bytes),
    };
  if (!('body' in judged)) return judged;
  const hidden = as === 'json' ? errorIn(judged.body) : undefined;
  if (hidden) return hidden;
  return request.detectError?.(judged.body) !== undefined
    ? { kind: 'error_in_body', detail: 'error inside a success reply' }
    : judged;
}

const family = ({ contentType }: Received) => /^[a-z]+\/[a-z0-9.+-]+/.exec(contentType)?.[0] ?? 'unknown';

export const isSuccess = (status: number) => status >= 200 && status <= 299;

/** Codes by which api.data.gov and the services behind it say that a key is missing, wrong, disabled or not for this. */
const keyCodes = /"API_KEY_(?:MISSING|INVALID|DISABLED|UNAUTHORIZED|UNVERIFIED)"/;

/** What a status that is no answer says about the source. */
function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'rate_limited';
  if ([401, 403, 407, 451].includes(status)) return 'refused';
  return status === 410 || (status >= 300 && status <= 399) ? 'moved' : 'http_error';
}

/** What keeps a response from being an answer: its status, or an error about the key of the card whatever the status. */
export function failureOf(
  { key }: SourceCard,
  { answerStatuses = [] }: SourceRequest,
  { status, bytes }: { readonly status: number; readonly bytes: Buffer },
): FailureKind | undefined {
  if (key && keyCodes.test(bytes.subarray(0, 1000).toString('latin1'))) return 'key_refused';
  return isSuccess(status) || answerStatuses.includes(status) ? undefined : kindOfStatus(status);
}
