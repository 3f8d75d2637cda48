import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../kernel/canonical.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { proofOf } from './payment-header.ts';
import type { ReportFile, ReportSharing, ReportsHttpPort } from './ports.ts';
import { codings, leastCompressed, matches } from './published.ts';
import { sendJson, setHeaders, stillPage, unlisted } from './reply.ts';

const named = /^([0-9a-f]{32})(?:\.(html|json|pdf|svg|bundle\.json|geojson|csv|ics|png|mp4))?$/;
const bare = /^[0-9a-f]{32}$/;

/** A copy may be withdrawn, so that its readers revalidate it each time. */
const headers = { ...unlisted, 'Content-Security-Policy': stillPage };

const goneWords = {
  withdrawn: 'Anyone who bought this report has withdrawn its public copies.',
  ended: 'The time for which the public copies of this report are stored is over.',
  file_ended: 'This file was stored for a shorter time than the report, and that is over. The report stays.',
} as const;

/** Whether the files can be read again. Renewing ended copies takes a proof of the purchase: the ledger's row is gone by then, and only an earlier renewal stored that proof. */
const againWords = {
  withdrawn: 'The buyer can make them public again with the payment of the purchase.',
  ended: 'A buyer who has renewed them before can renew them within 30 days more, with the payment of the purchase.',
  file_ended: '',
} as const;

type FileRequest = Request<{ file: string }>;

const noReport = () => new ServiceError('not_found', { detail: 'There is no report at this address.' });

/** A page for a browser that follows an old link; everybody else gets the problem body. */
function sendGone(req: Request, res: Response, gone: keyof typeof goneWords): void {
  const words = goneWords[gone];
  res.vary('Accept');
  if (req.accepts(['json', 'html']) !== 'html') throw new ServiceError('report_not_public', { detail: words });
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Report no longer public</title><style>body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}</style></head><body><h1>Report no longer public</h1><p>${`${words} ${againWords[gone]}`.trim()}</p></body></html>`;
  res.writeHead(410);
  res.end(req.method === 'HEAD' ? undefined : page);
}

function sendFile(req: Request, res: Response, file: ReportFile, name: string | undefined): void {
  res.setHeader('Content-Type', file.mediaType);
  res.setHeader('Content-Length', file.bytes.length);
  if (name !== undefined) res.setHeader('Content-Disposition', `inline; filename="${name}"`);
  res.end(req.method === 'HEAD' ? undefined : Buffer.from(file.bytes));
}

const cacheBytes = 32 * 1024 * 1024;

/** Text in a coding that its reader takes; each copy is compressed once. What is small or compressed already stays as it is. */
function compressor() {
  const cache = new LRUCache<string, Uint8Array>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + 1 });
  return async (req: Request, res: Response, file: ReportFile, hash: string): Promise<ReportFile> => {
    if (!compressible.test(file.mediaType) || file.bytes.length < leastCompressed) return file;
    res.vary('Accept-Encoding');
    const coding = req.acceptsEncodings(['br', 'gzip', 'identity']);
    if (coding !== 'br' && coding !== 'gzip') return file;
    const key = `${coding} ${hash}`;
    const bytes = cache.get(key) ?? (await codings[coding](Buffer.from(file.bytes)));
    cache.set(key, bytes);
    res.setHeader('Content-Encoding', coding);
    return { mediaType: file.mediaType, bytes };
  };
}

const compressible = /json|svg|html|text/;

function sendBuyersBundle(req: Request, res: Response, id: string, bytes: Uint8Array | undefined): void {
  if (!bytes) throw new ServiceError('purchase_not_proven');
  res.setHeader('Cache-Control', 'private, no-store');
  const mediaType = 'application/json; charset=utf-8';
  sendFile(req, res, { mediaType, bytes }, `report-${id}.buyer.bundle.json`);
}

/**
 * `GET /reports/<id>` and its forms `.html`, `.json`, `.pdf`, `.svg`, `.bundle.json`, `.geojson`, `.csv`, `.ics`, `.png`, `.mp4`. The bundle with the payment of the
 * purchase is the buyer's own, with the receipt.
 */
export function reportHandler(reports: ReportsHttpPort): RequestHandler<{ file: string }> {
  const compressed = compressor();
  return async (req: FileRequest, res) => {
    const plain = req as unknown as Request;
    const [, id, ending = 'html'] = named.exec(req.params.file) ?? [];
    if (id === undefined) throw noReport();
    const format = ending === 'bundle.json' ? 'bundle' : (ending as 'html');
    const name = format === 'html' ? undefined : `report-${id}.${ending}`;
    setHeaders(res, headers);
    if (format === 'bundle') {
      res.vary('PAYMENT-SIGNATURE, X-PAYMENT, Authorization');
      const proof = proofOf(req.headers);
      if (proof) return sendBuyersBundle(plain, res, id, await reports.buyersBundle(id, proof));
    }
    const copy = await reports.get(id, format);
    if (!copy) throw noReport();
    if ('gone' in copy) return sendGone(plain, res, copy.gone);
    const hash = sha256(copy.bytes).slice(0, 32);
    // weak: its compressed forms share it
    const etag = `W/"${hash}"`;
    res.setHeader('ETag', etag);
    if (matches(req.headers['if-none-match'], etag)) return void res.writeHead(304).end();
    sendFile(plain, res, await compressed(plain, res, copy, hash), name);
  };
}

const sharingWords = {
  withdrawn: () =>
    'The public copies are withdrawn: every address of this report answers 410. Sending the purchase again does not bring them back; renewing them does.',
  public: (until: string) => `Anyone who has an address of this report can read it until ${until.slice(0, 10)}.`,
} as const;

/** `DELETE /reports/<id>` and `POST /reports/<id>/renew`, for the buyer. */
export function sharingHandler(reports: ReportsHttpPort, act: 'withdraw' | 'renew'): RequestHandler<{ file: string }> {
  return async (req: FileRequest, res) => {
    const { file: id } = req.params;
    if (!bare.test(id)) throw noReport();
    const proof = proofOf(req.headers);
    const sharing: ReportSharing | undefined = proof && (await reports[act](id, proof));
    // never 402: a paying client would answer it with a new payment
    if (!sharing) throw new ServiceError('purchase_not_proven');
    const { state, since, until } = sharing;
    sendJson(res, {
      id,
      copies: state,
      since,
      ...(state === 'public' && { until }),
      message: sharingWords[state](until),
    });
  };
}
