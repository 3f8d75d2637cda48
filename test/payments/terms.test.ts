import { validateDiscoveryExtension } from '@x402/extensions/bazaar';
import { verifyOfferSignatureEIP712, verifyReceiptSignatureEIP712 } from '@x402/extensions/offer-receipt';
import { describe, expect, test } from 'vitest';
import { bazaarExtension, fitted, maxHeaderBytes, offerSigner } from '../../src/payments/extensions.ts';
import { asciiDescription, type SaleTerms } from '../../src/payments/terms.ts';
import { encodeHeader, type Offer } from '../../src/payments/wire.ts';
import { proves } from '../spec/requirements.ts';

const terms: SaleTerms = {
  slug: 'svc-x',
  amount: '10000',
  rails: ['evm'],
  maxTimeoutSeconds: 60,
  description: 'x',
  tags: [],
  example: { address: '222 W Hargett St' },
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { address: { type: 'string', description: 'prose' }, description: { type: 'string' } },
  },
};

describe('descriptions', () => {
  test('are printable ASCII of at most 450 characters', () => {
    expect(asciiDescription('Café — “flood” zone’s…\n')).toBe('Cafe - "flood" zone\'s...');
    expect(asciiDescription('é'.repeat(900))).toHaveLength(450);
    expect(asciiDescription('\u{1f300} \u0000x')).toBe('x');
  });
});

describe('extensions', () => {
  test('discovery metadata is valid by the published validator, without prose, and small', async () => {
    const { full } = await bazaarExtension(terms);
    expect(validateDiscoveryExtension(full.bazaar as never)).toEqual({ valid: true });
    expect(JSON.stringify(full)).not.toContain('prose');
    // a property that is called description is no prose
    expect(JSON.stringify(full)).toContain('"description":{"type":"string"}');
  });

  test.each([
    ['few fields', 3, 'whole'],
    ['many fields', 60, 'without the schema'],
    ['an example as long as the header', 3, 'left out'],
  ])('of a body with %s the header carries the metadata as far as it fits', async (_, fields, carried) => {
    const properties = Object.fromEntries(Array.from({ length: fields }, (__, n) => [`field${n}`, { type: 'string' }]));
    const example = carried === 'left out' ? { address: 'x'.repeat(2400) } : terms.example;
    const discovery = await bazaarExtension({ ...terms, example, inputSchema: { type: 'object', properties } });
    const challenge = {
      x402Version: 2,
      resource: { url: 'https://example.org/api/svc-x' },
      accepts: [],
      extensions: {},
    };
    const extended = fitted(challenge as never, discovery);
    expect(encodeHeader(extended).length).toBeLessThanOrEqual(maxHeaderBytes);
    const { bazaar } = extended.extensions as { bazaar?: never };
    expect(bazaar !== undefined && validateDiscoveryExtension(bazaar)).toEqual(
      carried !== 'left out' && { valid: true },
    );
    expect(JSON.stringify(extended).includes('field2')).toBe(carried === 'whole');
  });

  test('offers and receipts are signed so that the published verifier accepts them', async () => {
    proves('auth-6-evidence');
    const signer = offerSigner(`0x${'17'.repeat(32)}`);
    const offer = {
      scheme: 'exact',
      network: 'eip155:8453',
      asset: '0x1',
      payTo: '0x2',
      amount: '10000',
      maxTimeoutSeconds: 60,
      extra: {},
    } as Offer;
    const signed = (await signer.offers('https://example.org/api/svc-x', [offer])) as {
      'offer-receipt': { info: { offers: never[] } };
    };
    const [first] = signed['offer-receipt'].info.offers;
    expect((await verifyOfferSignatureEIP712(first as never)).payload).toMatchObject({
      amount: '10000',
      resourceUrl: 'https://example.org/api/svc-x',
    });
    const receipt = await signer.receipt('https://example.org/api/svc-x', {
      success: true,
      transaction: '0x3',
      network: 'eip155:8453',
      payer: '0x4',
    });
    const { info } = (receipt.extensions as { 'offer-receipt': { info: { receipt: never } } })['offer-receipt'];
    expect((await verifyReceiptSignatureEIP712(info.receipt)).payload).toMatchObject({
      payer: '0x4',
      transaction: '0x3',
    });
  });
});
