import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { serveLocally } from '../../local-server.ts';
import { evmAsset, evmNetwork } from '../../rail/evm-constants.ts';

/** What the seller does with the first request, which bears no payment. */
export type UnpaidMode =
  | 'challenge'
  | 'challenge_v1'
  | 'drop'
  | 'forbid'
  | 'garbage'
  | 'error'
  | 'too_dear'
  | 'other_payee'
  | 'other_network'
  | 'other_asset'
  | 'other_endpoint'
  | 'two_entries'
  | 'free';

/** What it does with a request that bears one. */
export type PaidMode =
  | 'sell'
  | 'nothing_there'
  | 'refuse'
  | 'bad_request'
  | 'settle_then_drop'
  | 'settle_then_error'
  | 'settle_then_garbage'
  | 'settle_then_other_shape'
  | 'hang'
  | 'drop';

export interface Seller {
  readonly url: string;
  /** Authorizations that reached it, in order; each is one request that bore a payment. */
  readonly payments: readonly { readonly from: string; readonly nonce: string; readonly value: string }[];
  /** Requests without a payment. */
  unpaid: number;
  unpaidMode: UnpaidMode;
  paidMode: PaidMode;
  /** Mode of the first unpaid request alone. */
  once(mode: UnpaidMode): void;
  close(): Promise<void>;
}

/** A building in the shape of the Solar API's reference; see test/upstreams/sources/google-solar.ts for the evidence. */
export const building = {
  center: { latitude: 35.7, longitude: -78.6 },
  postalCode: '27601',
  imageryDate: { year: 2024, month: 4, day: 12 },
  imageryQuality: 'HIGH',
  solarPotential: {
    maxArrayPanelsCount: 44,
    maxArrayAreaMeters2: 86.4,
    maxSunshineHoursPerYear: 1540.2,
    wholeRoofStats: { areaMeters2: 142.5 },
    roofSegmentStats: [
      { pitchDegrees: 26, azimuthDegrees: 178, stats: { areaMeters2: 61.8, sunshineQuantiles: [900, 1200, 1500] } },
    ],
  },
};

export const price = 60_000n;

interface Options {
  readonly facilitatorUrl: string;
  readonly payTo: string;
}

const decode = (header: string | string[] | undefined) =>
  header === undefined ? undefined : JSON.parse(Buffer.from(String(header), 'base64').toString('utf8'));

/**
 * A provider that sells over x402 (versions 2 and 1 of the protocol, headers and bodies as its specification has them) on
 * the local chain, and fails in every way at every step.
 */
export async function startSeller({ facilitatorUrl, payTo }: Options): Promise<Seller> {
  const payments: { from: string; nonce: string; value: string }[] = [];
  let first: UnpaidMode | undefined;
  let url = '';

  const entry = (mode: UnpaidMode) => ({
    scheme: 'exact',
    network: mode === 'other_network' ? 'eip155:1' : evmNetwork,
    asset: mode === 'other_asset' ? `0x${'11'.repeat(20)}` : evmAsset,
    amount: String(mode === 'too_dear' ? price * 10n : price),
    payTo: mode === 'other_payee' ? `0x${'22'.repeat(20)}` : payTo,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  });

  function challenge(mode: UnpaidMode, path: string, response: ServerResponse): void {
    const resource = { url: `${url}${mode === 'other_endpoint' ? '/elsewhere' : path}`, description: 'a roof' };
    if (mode === 'challenge_v1') {
      const { amount, ...terms } = entry(mode);
      const body = {
        ...terms,
        network: 'base',
        maxAmountRequired: amount,
        resource: resource.url,
        description: '',
        mimeType: '',
      };
      return void response
        .writeHead(402)
        .end(JSON.stringify({ x402Version: 1, error: 'payment required', accepts: [body] }));
    }
    const accepts = mode === 'two_entries' ? [entry(mode), { ...entry(mode), maxTimeoutSeconds: 30 }] : [entry(mode)];
    const body = { x402Version: 2, error: 'payment required', resource, accepts };
    response.writeHead(402, { 'payment-required': Buffer.from(JSON.stringify(body)).toString('base64') }).end('{}');
  }

  function unpaid(mode: UnpaidMode, request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (mode === 'drop') return void request.socket.destroy();
    if (mode === 'forbid') return void response.writeHead(403).end('{}');
    if (mode === 'garbage') return void response.writeHead(402).end('<html>pay us</html>');
    if (mode === 'error') return void response.writeHead(500).end('{}');
    if (mode === 'free') return void response.writeHead(200).end(JSON.stringify(building));
    challenge(mode, path, response);
  }

  async function facilitate(
    operation: 'verify' | 'settle',
    payment: { x402Version: number; accepted?: object; payload: object },
  ) {
    const requirements = entry('challenge');
    const answer = await fetch(`${facilitatorUrl}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        x402Version: 2,
        paymentPayload: { x402Version: 2, accepted: requirements, payload: payment.payload },
        paymentRequirements: requirements,
      }),
    });
    return answer.json() as Promise<{ isValid?: boolean; success?: boolean; transaction?: string }>;
  }

  async function paid(
    mode: PaidMode,
    payment: never,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (mode === 'drop') return void request.socket.destroy();
    if (mode === 'hang') return;
    if (mode === 'bad_request') return void response.writeHead(400).end('{}');
    if (mode === 'nothing_there') return void response.writeHead(404).end('{"error":{"status":"NOT_FOUND"}}');
    const verified = await facilitate('verify', payment);
    if (mode === 'refuse' || !verified.isValid) return void response.writeHead(402).end('{"error":"refused"}');
    const settled = await facilitate('settle', payment);
    if (!settled.success) return void response.writeHead(402).end('{"error":"not settled"}');
    if (mode === 'settle_then_drop') return void request.socket.destroy();
    if (mode === 'settle_then_error') return void response.writeHead(502).end('{}');
    const receipt = { 'payment-response': Buffer.from(JSON.stringify(settled)).toString('base64') };
    if (mode === 'settle_then_garbage') return void response.writeHead(200, receipt).end('<html>');
    if (mode === 'settle_then_other_shape') return void response.writeHead(200, receipt).end('{"roof":"big"}');
    response.writeHead(200, receipt).end(JSON.stringify(building));
  }

  const seller = { unpaid: 0, unpaidMode: 'challenge' as UnpaidMode, paidMode: 'sell' as PaidMode };
  const server = await serveLocally((request, response) => {
    const payment = decode(request.headers['payment-signature'] ?? request.headers['x-payment']);
    if (!payment) {
      seller.unpaid += 1;
      const mode = first ?? seller.unpaidMode;
      first = undefined;
      return unpaid(mode, request, response);
    }
    payments.push(payment.payload.authorization);
    paid(seller.paidMode, payment as never, request, response).catch(() => response.writeHead(500).end());
  });
  url = server.url;
  return Object.assign(seller, {
    url,
    payments,
    once(mode: UnpaidMode) {
      first = mode;
    },
    async close() {
      await server.close();
      await pause(0);
    },
  });
}
