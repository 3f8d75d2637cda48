// the local chain of the demo: its packages are development dependencies and no part of the published package
import { wrapFetchWithPayment } from '@x402/fetch';
import { evmClient } from '../rail/buyer.ts';
import { startRail } from '../rail/rail.ts';

export { startRail };

export interface DemoBuyer {
  readonly address: string;
  /** Pays with a published client (@x402/fetch) and gives the request as it was sent with its payment. */
  buy(
    url: string,
    body: object,
  ): Promise<{ response: Response; resend: (headers?: Readonly<Record<string, string>>) => Promise<Response> }>;
}

/** A buyer with one dollar of the local chain's token. */
export async function openBuyer(rail: Awaited<ReturnType<typeof startRail>>): Promise<DemoBuyer> {
  const buyer = await rail.evm.buyer(1_000_000n);
  return {
    address: buyer.address,
    async buy(url, body) {
      let paid: Request | undefined;
      const watching: typeof fetch = (input, init) => {
        const request = new Request(input, init);
        if (request.headers.has('payment-signature')) paid = request.clone();
        return fetch(request);
      };
      const response = await wrapFetchWithPayment(watching, evmClient(buyer.key))(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return {
        response,
        resend: (headers = {}) => {
          if (!paid) throw new Error('nothing was paid');
          const again = paid.clone();
          for (const [name, value] of Object.entries(headers)) again.headers.set(name, value);
          return fetch(again);
        },
      };
    },
  };
}
