import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../kernel/errors.ts';
import type { CopyAddresses } from '../../kernel/ports/copies.ts';
import { encodeHeader } from '../../payments/wire.ts';
import type { PaidPipeline, PaidResult } from '../../pipeline/paid.ts';
import type { VoucherCall } from '../../pipeline/paid-types.ts';
import { bearerOf } from '../../pipeline/proof.ts';
import { copyForms, wholeAddresses } from '../copy-addresses.ts';
import { orderIdIn, paymentOf, proofOf } from './payment-header.ts';
import type { PaidHttpPort, PortReply } from './ports.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };

/** Renders what was bought as HTML or PDF, for its buyer alone; the result is not stored. */
export type DrawForBuyer = (slug: string, body: string, form: 'html' | 'pdf') => Promise<string | Uint8Array>;

const forms = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' } as const;

/** The form that a buyer asks for in place of the data; undefined: the data. */
function formAsked(accept: string | undefined): keyof typeof forms | undefined {
  if (accept === undefined || /application\/json|\*\/\*/.test(accept)) return undefined;
  if (accept.includes('application/pdf')) return 'pdf';
  return accept.includes('text/html') ? 'html' : undefined;
}

/**
 * x402 over HTTP: which header carries what, in and out, legacy names included. What holds licensed data has no copies;
 * its buyer is drawn a page or paper by asking for it (`Accept: application/pdf`), each time anew.
 */
export function createPaidHttp(pipeline: PaidPipeline, draw?: DrawForBuyer): PaidHttpPort {
  return {
    async handle(slug, { method, body, rawBody, headers, signal, requestId, url: called }) {
      const url = called.replace(/\/+$/, '');
      if (method === 'GET' || method === 'HEAD') return reply(await pipeline.discover(slug, url));
      if (method !== 'POST')
        throw new ServiceError('method_not_allowed', { extra: { allow: ['GET', 'HEAD', 'POST'] } });
      const credential = paymentOf(headers);
      if (!rawBody?.length && credential === undefined) return reply(await pipeline.discover(slug, url));
      const base = url.slice(0, url.lastIndexOf('/api/'));
      const call = {
        ...({ slug, args: body, resourceUrl: url, transport: 'rest', signal, requestId } as const),
        ...{ orderId: orderIdIn(headers), shownClaim: bearerOf(headers.authorization) },
        voucher: voucherIn(headers, base),
      };
      const result = await pipeline.call({ ...call, ...(credential !== undefined && { credential }) });
      const form = formAsked(headers.accept);
      const plain = reply(result, base);
      if (result.kind !== 'settled' || !result.isKeptShort || !form || !draw) return plain;
      const drawn = await draw(slug, result.body, form);
      return { ...plain, headers: { ...plain.headers, 'content-type': forms[form] }, body: drawn };
    },
  };
}

/** The header `Voucher` names the purchase for which it was given. */
function voucherIn(headers: IncomingHttpHeaders, origin: string): VoucherCall | undefined {
  const { voucher } = headers;
  if (typeof voucher !== 'string') return undefined;
  return { purchaseId: voucher.trim(), proof: proofOf(headers) ?? {}, origin };
}

function receiptHeaders(receipt: object): Record<string, string> {
  const text = encodeHeader(receipt);
  return { 'payment-response': text, 'x-payment-response': text };
}

/** A link (RFC 8288) for each form of what was bought: page, PDF and data. */
const copyLinks = (copies: CopyAddresses, base: string): string =>
  copyForms(wholeAddresses(copies, base))
    .map(({ address, mediaType }) => `<${address}>; rel="alternate"; type="${mediaType}"`)
    .join(', ');

function reply(result: PaidResult, base = ''): PortReply {
  switch (result.kind) {
    case 'diagnostic':
      return { status: 200, headers: { ...json, 'cache-control': 'no-store' }, body: JSON.stringify(result.body) };
    case 'challenge':
      return {
        status: 402,
        headers: {
          ...json,
          'cache-control': 'no-store',
          'payment-required': encodeHeader(result.paymentRequired),
          ...(result.receipt && receiptHeaders(result.receipt)),
          ...result.headers,
        },
        body: JSON.stringify(result.paymentRequired),
      };
    case 'settled':
      return {
        status: 200,
        headers: {
          ...json,
          'cache-control': 'private, no-store',
          ...receiptHeaders(result.receipt),
          ...(result.copies && { link: copyLinks(result.copies, base) }),
          ...(result.job?.pollAfterSeconds !== undefined && { 'retry-after': String(result.job.pollAfterSeconds) }),
        },
        body: result.body,
      };
  }
}
