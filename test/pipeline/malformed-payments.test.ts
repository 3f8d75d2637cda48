import type { PaymentRequired } from '@x402/core/types';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { evmClient, sign, solanaClient } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';

const slug = 'svc-flood-zone';
const args = { address: samplePlaces.raleigh.address };
const planted = 'PLANTED-4f1c';
/** Payments in all; `TEST_MALFORMED_PAYMENTS=5000` sends as many as the bar of this service names. */
const payments = Number(process.env.TEST_MALFORMED_PAYMENTS ?? 480);

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
const logged: string[] = [];
const good: Record<'evm' | 'solana', object> = { evm: {}, solana: {} };

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: rail.settings, log: (line) => logged.push(line) });
  server = await startHttp(service.service, { port: 0 });
  const terms = JSON.parse((await post(`/api/${slug}`, args)).text) as PaymentRequired;
  const on = (chain: string) => ({
    ...terms,
    accepts: terms.accepts.filter(({ network }) => network.startsWith(chain)),
  });
  good.evm = await sign(evmClient((await rail.evm.buyer()).key), on('eip155'));
  const { signer } = await rail.solana.buyer();
  good.solana = await sign(solanaClient(signer, rail.solana.rpcUrl), on('solana'));
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

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

const headerOf = (payment: unknown) => Buffer.from(JSON.stringify(payment)).toString('base64');

/** Each answer with the statuses that it has or names: of HTTP, of a problem, of an error of the protocol. */
const transports = {
  rest: async (payment: unknown) => {
    const { status, text } = await post(`/api/${slug}`, args, { 'payment-signature': headerOf(payment) });
    return { text, statuses: [status] };
  },
  mcp: async (payment: unknown, asText: boolean) => {
    const { status, text } = await post('/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name: 'svc_execute', arguments: { name: slug, arguments: args } },
        _meta: { 'x402/payment': asText ? headerOf(payment) : payment },
      },
    });
    return { text, statuses: [status, ...statusesIn(text)] };
  },
  a2a: async (payment: unknown) => {
    const { status, text } = await post('/a2a/v1/message:send', {
      message: {
        ...{ role: 'ROLE_USER', messageId: 'm', parts: [{ data: { svcTool: slug, arguments: args } }] },
        metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payment },
      },
    });
    return { text, statuses: [status, ...statusesIn(text)] };
  },
} as const;

/** Faults that an answer with HTTP status 200 may carry. */
const statusesIn = (text: string) => [
  ...[...text.matchAll(/\\?"(?:status|code)\\?":\s*(\d{3})\b/g)].map(([, status]) => Number(status)),
  ...(/-32603|internal_error/.test(text) ? [500] : []),
];

const kinds = ['evm', 'solana'] as const;
const cases = kinds.flatMap((kind) =>
  (Object.keys(transports) as (keyof typeof transports)[]).map((by) => [kind, by] as const),
);

test.each(cases)(
  'a malformed payment on %s over %s is refused, never a fault, and in no line of the log',
  async (kind, by) => {
    const all = pathsOf(good[kind]);
    // most in what is signed and matched, some in what a payment only carries along
    const isCarried = ([part]: readonly string[]) => part === 'extensions' || part === 'resource';
    const path = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...all.filter((one) => !isCarried(one))) },
      { weight: 1, arbitrary: fc.constantFrom(...all.filter(isCarried)) },
    );
    const began = logged.length;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(path, wrong, fc.boolean(), async (at, value, asText) => {
        const { statuses, text } = await transports[by](replaced(good[kind], at, value), asText);
        expect(Math.max(...statuses), text).toBeLessThan(500);
        refused += Number(
          /invalid_payload|no_matching_requirements|invalid_signature|expired_authorization/.test(text),
        );
      }),
      { numRuns: Math.ceil(payments / cases.length), seed: 25 },
    );
    // it was read as a payment, and not passed over
    expect(refused).toBeGreaterThan(payments / cases.length / 2);
    const lines = logged.slice(began);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(planted))).toEqual([]);
  },
  20_000 + payments * 50,
);
