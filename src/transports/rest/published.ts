import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { RenderedDocument } from '../../catalog/views/documents.ts';
import type { Publication } from '../../catalog/views/publication.ts';
import { sha256 } from '../../kernel/canonical.ts';
import { mayChallenge } from '../public-address.ts';
import type { AppPorts } from './ports.ts';

const toBrotli = promisify(brotliCompress);

/** Compression of a whole body by the codings that this service offers. */
export const codings = {
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (bytes: Buffer) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
} as const;

/** Bodies of fewer bytes are sent as they are. */
export const leastCompressed = 1024;

interface Prepared {
  readonly mediaType: string;
  readonly etag: string;
  readonly plain: Buffer;
  gzip?: Promise<Buffer>;
  br?: Promise<Buffer>;
}

/** The published documents, rendered once and cached with their ETag and compressed forms. */
export class Published {
  readonly #publication: Publication;
  readonly #documents = new Map<string, Prepared>();

  constructor({ registry, version, cards, networks, paid, a2a, address }: AppPorts) {
    this.#publication = {
      registry,
      version,
      cards,
      networks,
      baseUrl: address.url,
      selling:
        paid !== undefined &&
        mayChallenge(address) &&
        [networks.evm, networks.solana].some(({ payTo }) => payTo !== undefined),
      a2a: a2a !== undefined,
    };
  }

  /** Sends one document; undefined from `render` leaves the answer to the caller (false is returned). */
  async send(
    req: Request,
    res: Response,
    key: string,
    render: (publication: Publication) => RenderedDocument | undefined,
  ): Promise<boolean> {
    let prepared = this.#documents.get(key);
    if (!prepared) {
      const document = render(this.#publication);
      if (!document) return false;
      prepared = prepare(document);
      this.#documents.set(key, prepared);
    }
    await sendPrepared(req, res, prepared);
    return true;
  }
}

function prepare({ mediaType, body }: RenderedDocument): Prepared {
  const plain = Buffer.from(body);
  // weak: the compressed forms share it; a hash of the text, so that every process names the same version the same
  return { mediaType, etag: `W/"${sha256(plain).slice(0, 32)}"`, plain };
}

/** Sends a document that may differ at the next request, with the headers of the published ones. */
export const sendDocument = (req: Request, res: Response, document: RenderedDocument): Promise<void> =>
  sendPrepared(req, res, prepare(document));

async function sendPrepared(req: Request, res: Response, prepared: Prepared): Promise<void> {
  res.setHeader('ETag', prepared.etag);
  res.setHeader('Cache-Control', 'public, max-age=300');
  res.vary('Accept-Encoding');
  if (matches(req.headers['if-none-match'], prepared.etag)) {
    res.writeHead(304).end();
    return;
  }
  res.setHeader('Content-Type', prepared.mediaType);
  const coding = prepared.plain.length > leastCompressed ? req.acceptsEncodings(['br', 'gzip', 'identity']) : false;
  const body = await encoded(prepared, coding);
  if (coding === 'br' || coding === 'gzip') res.setHeader('Content-Encoding', coding);
  res.setHeader('Content-Length', body.length);
  res.writeHead(200);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The bytes in one coding; each is made once, at the first request for it. */
function encoded(prepared: Prepared, coding: string | false): Buffer | Promise<Buffer> {
  if (coding !== 'br' && coding !== 'gzip') return prepared.plain;
  prepared[coding] ??= codings[coding](prepared.plain);
  return prepared[coding];
}

/** Whether an If-None-Match names this ETag. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(etag));
}
