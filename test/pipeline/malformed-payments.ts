import type { PaymentRequired } from '@x402/core/types';
import fc from 'fast-check';
import { evmClient, sign, solanaClient } from '../rail/buyer.ts';
import type { Rail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';

const slug = 'svc-flood-zone';
const args = { address: samplePlaces.raleigh.address };

/** What stands in many of the malformed payments, so that it is seen where it should not be. */
export const planted = 'PLANTED-4f1c';

/** What an answer says that read a payment and refused it. */
export const refusal = /invalid_payload|no_matching_requirements|invalid_signature|expired_authorization/;

export const paymentTransports = ['rest', 'mcp', 'a2a'] as const;

interface Answered {
  readonly text: string;
  /** Statuses that the answer has or names: of HTTP, of a problem, of an error of the protocol. */
  readonly statuses: readonly number[];
}

export interface MalformedPayments {
  /** A good payment with one of its values replaced by a wrong one. */
  readonly malformed: Readonly<Record<'evm' | 'solana', fc.Arbitrary<unknown>>>;
  /** Sends a payment with a call; over MCP as an object or as text. */
  readonly send: Readonly<
    Record<(typeof paymentTransports)[number], (payment: unknown, asText: boolean) => Promise<Answered>>
  >;
}

/** Paths of every value of a payment, those of objects too. */
function pathsOf(value: unknown, before: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [before];
  return [before, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...before, name]))];
}

const replaced = (value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown =>
  name === undefined ? by : { ...(value as object), [name]: replaced((value as never)[name], rest, by) };

const wrong = fc.oneof(
  fc.string().map((text) => `${planted}${text}`),
  fc.string().map((text) => `${text}${planted}`),
  fc.bigInt().map(String),
  fc.constantFrom('', '0010000', '1e5', '10.5', '-1', '0x', '9'.repeat(78), '9'.repeat(400)),
  fc.constantFrom(null, true, 0, -1, 1.5, Number.MAX_SAFE_INTEGER),
  fc.constant([planted]),
  fc.constant({ [planted]: planted }),
);

/** Faults that an answer with HTTP status 200 may carry. */
const statusesIn = (text: string) => [
  ...[...text.matchAll(/\\?"(?:status|code)\\?":\s*(\d{3})\b/g)].map(([, status]) => Number(status)),
  ...(/-32603|internal_error/.test(text) ? [500] : []),
];

function malformedOf(good: object): fc.Arbitrary<unknown> {
  const all = pathsOf(good);
  // most in what is signed and matched, some in what a payment only carries along
  const isCarried = ([part]: readonly string[]) => part === 'extensions' || part === 'resource';
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...all.filter((one) => !isCarried(one))) },
    { weight: 1, arbitrary: fc.constantFrom(...all.filter(isCarried)) },
  );
  return fc.tuple(path, wrong).map(([at, value]) => replaced(good, at, value));
}

const headerOf = (payment: unknown) => Buffer.from(JSON.stringify(payment)).toString('base64');

/** Payments for one route of a running service, signed by published clients and then spoiled. */
export async function malformedPayments(url: string, rail: Rail): Promise<MalformedPayments> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const terms = JSON.parse((await post(`/api/${slug}`, args)).text) as PaymentRequired;
  const on = (chain: string) => ({
    ...terms,
    accepts: terms.accepts.filter(({ network }) => network.startsWith(chain)),
  });
  const { signer } = await rail.solana.buyer();
  return {
    malformed: {
      evm: malformedOf(await sign(evmClient((await rail.evm.buyer()).key), on('eip155'))),
      solana: malformedOf(await sign(solanaClient(signer, rail.solana.rpcUrl), on('solana'))),
    },
    send: {
      async rest(payment) {
        const { status, text } = await post(`/api/${slug}`, args, { 'payment-signature': headerOf(payment) });
        return { text, statuses: [status] };
      },
      async mcp(payment, asText) {
        const { status, text } = await post('/mcp', {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: {
            ...{ name: 'svc_execute', arguments: { name: slug, arguments: args } },
            _meta: { 'x402/payment': asText ? headerOf(payment) : payment },
          },
        });
        return { text, statuses: [status, ...statusesIn(text)] };
      },
      async a2a(payment) {
        const { status, text } = await post('/a2a/v1/message:send', {
          message: {
            ...{ role: 'ROLE_USER', messageId: 'm', parts: [{ data: { svcTool: slug, arguments: args } }] },
            metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payment },
          },
        });
        return { text, statuses: [status, ...statusesIn(text)] };
      },
    },
  };
}
