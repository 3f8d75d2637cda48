import {
  extractOffersFromPaymentRequired,
  verifyOfferSignatureEIP712,
  verifyReceiptSignatureEIP712,
} from '@x402/extensions/offer-receipt';
import { expect, test } from 'vitest';
import { evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { proves } from '../spec/requirements.ts';
import { openShop } from './shop.ts';

test('with a signing key offers and receipts carry signed evidence, and a replay carries the same', async () => {
  proves('auth-6-evidence');
  const rail = await startRail();
  const { evm, solana, facilitator } = rail;
  const settings = railSettings({ facilitatorUrl: facilitator.url, evm, solana });
  const shop = await openShop({ payments: { ...settings, signingKey: `0x${'21'.repeat(32)}` } });
  try {
    const body = { note: 'evidence' };
    const challenge = await shop.post('svc-promoted', body);
    const offers = extractOffersFromPaymentRequired(challenge.json);
    expect(offers).toHaveLength(2);
    const verified = await verifyOfferSignatureEIP712(offers[0] as never);
    expect(verified.payload).toMatchObject({ amount: '10000', resourceUrl: `${shop.url}/api/svc-promoted` });
    const buyer = await evm.buyer();
    const headers = paymentHeader(await sign(evmClient(buyer.key), challenge.json));
    const paid = await shop.post('svc-promoted', body, headers);
    expect(paid.status).toBe(200);
    const receipt = receiptOf(paid.headers) as unknown as {
      transaction: string;
      extensions: { 'offer-receipt': { info: { receipt: never } } };
    };
    const evidence = await verifyReceiptSignatureEIP712(receipt.extensions['offer-receipt'].info.receipt);
    expect(evidence.payload).toMatchObject({ payer: buyer.address, transaction: receipt.transaction });
    expect(evidence.signer).toBe(verified.signer);
    const again = await shop.post('svc-promoted', body, headers);
    expect(again.headers.get('payment-response')).toBe(paid.headers.get('payment-response'));
  } finally {
    await shop.close();
    await rail.close();
  }
});
