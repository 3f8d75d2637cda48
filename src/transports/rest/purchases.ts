import type { Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../../kernel/errors.ts';
import { proofOf } from './payment-header.ts';
import type { PurchasesHttpPort } from './ports.ts';
import { sendJson } from './reply.ts';

const idPattern = /^[0-9a-f]{64}$/;
/** Both schemes open purchases; the second one has a header of its own. */
const schemes = 'Bearer realm="purchases", SIGN-IN-WITH-X realm="purchases", header="SIGN-IN-WITH-X"';
const vary = 'PAYMENT-SIGNATURE, X-PAYMENT, Authorization, SIGN-IN-WITH-X';

/** `GET /purchases` and `GET /purchases/<id>`: what the caller bought, by any proof of a purchase. */
export function purchasesHandlers(purchases: PurchasesHttpPort): Readonly<Record<'list' | 'body', RequestHandler>> {
  /** Throws sign_in_required where the caller shows nothing. */
  async function shownIn(req: Request, res: Response) {
    res.vary(vary);
    const proof = proofOf(req.headers);
    // never 402: a paying client would answer it with a payment
    if (proof) return proof;
    const extra = { extensions: await purchases.signInTerms() };
    throw new ServiceError('sign_in_required', { extra, headers: { 'WWW-Authenticate': schemes } });
  }
  return {
    async list(req, res) {
      sendJson(res, { purchases: await purchases.list(await shownIn(req, res)) });
    },
    async body(req, res) {
      const { id = '' } = req.params as { id?: string };
      if (!idPattern.test(id)) throw new ServiceError('not_found', { detail: 'There is no purchase at this address.' });
      const text = await purchases.body(id, await shownIn(req, res));
      res.setHeader('Cache-Control', 'private, no-store');
      res.setHeader('Content-Type', 'application/json; charset=utf-8');
      res.end(req.method === 'HEAD' ? undefined : text);
    },
  };
}
