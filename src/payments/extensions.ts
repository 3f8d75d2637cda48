import { once } from '../kernel/memoize.ts';
import type { SaleTerms } from './terms.ts';
import { encodeHeader, infoOf, type Offer, type PaymentRequired, type Receipt, type SignedPayment } from './wire.ts';

/** nginx gives all headers of an answer 4,096 bytes by default; the others take less than 900. */
export const maxHeaderBytes = 3200;

/** A schema without its prose: what a catalog needs to build a form, small enough for a header. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === '$schema' || key === 'id' || (key === 'description' && typeof value === 'string')),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, bare(value)]));
}

/** Discovery metadata (bazaar) of one route: whole, and without the body's schema. */
export async function bazaarExtension(terms: SaleTerms) {
  const { declareDiscoveryExtension } = await import('@x402/extensions/bazaar');
  const declare = (inputSchema: Record<string, unknown>) =>
    declareDiscoveryExtension({
      method: 'POST',
      bodyType: 'json',
      input: terms.example,
      inputSchema,
      output: { example: { charged: true } },
    } as unknown as Parameters<typeof declareDiscoveryExtension>[0]) as Record<string, unknown>;
  return { full: declare(bare(terms.inputSchema) as Record<string, unknown>), short: declare({ type: 'object' }) };
}

export type Discovery = Awaited<ReturnType<typeof bazaarExtension>>;

/** The extension `payment-identifier`: a buyer may name an order, and is then charged for it once. */
const identifier = {
  'payment-identifier': {
    info: { required: false },
    schema: {
      type: 'object',
      properties: { id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' } },
    },
  },
};

/** The id that a buyer gave to an order; undefined where none came, or none of that form. */
export function orderIdOf({ extensions }: Pick<SignedPayment, 'extensions'>): string | undefined {
  const { id } = infoOf(extensions, 'payment-identifier');
  return typeof id === 'string' && /^[a-zA-Z0-9_-]{16,128}$/.test(id) ? id : undefined;
}

/** The challenge with as much for catalogs (metadata, tags) and of `payment-identifier` as leaves its header small enough for common proxies. */
export function fitted(challenge: PaymentRequired, discovery: Discovery | undefined): PaymentRequired {
  const extended = [discovery?.full, discovery?.short, {}].flatMap((metadata) =>
    metadata ? [{ ...metadata, ...identifier }, metadata] : [],
  );
  const { tags: _, ...resource } = challenge.resource ?? { url: '' };
  const smallest = { ...challenge, resource };
  const forms = extended.map((more) => ({ ...challenge, extensions: { ...challenge.extensions, ...more } }));
  return forms.find((one) => encodeHeader(one).length <= maxHeaderBytes) ?? smallest;
}

/** Signs offers and receipts with a key of the service (extension offer-receipt, EIP-712). */
export function offerSigner(key: string) {
  const issuer = once(() => openIssuer(key));
  return {
    async offers(resourceUrl: string, offers: readonly Offer[]): Promise<Record<string, unknown>> {
      const { issueOffer } = await issuer();
      const signed = offers.map((offer, acceptIndex) => issueOffer(resourceUrl, { acceptIndex, ...offer }));
      return { 'offer-receipt': { info: { offers: await Promise.all(signed) } } };
    },
    async receipt(resourceUrl: string, receipt: Receipt): Promise<Receipt> {
      const { payer = '', network, transaction, extensions } = receipt;
      const signed = await (await issuer()).issueReceipt(resourceUrl, payer, network, transaction);
      return { ...receipt, extensions: { ...extensions, 'offer-receipt': { info: { receipt: signed } } } };
    },
  };
}

async function openIssuer(key: string) {
  const [{ createEIP712OfferReceiptIssuer }, { privateKeyToAccount }] = await Promise.all([
    import('@x402/extensions/offer-receipt'),
    import('viem/accounts'),
  ]);
  const account = privateKeyToAccount(key as `0x${string}`);
  const sign = (data: unknown) => account.signTypedData(data as Parameters<typeof account.signTypedData>[0]);
  return createEIP712OfferReceiptIssuer(`did:pkh:eip155:1:${account.address}#key-1`, sign as never);
}
