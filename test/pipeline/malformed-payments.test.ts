import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import {
  type MalformedPayments,
  malformedPayments,
  paymentTransports,
  planted,
  refusal,
} from './malformed-payments.ts';

/** Payments in all; `TEST_MALFORMED_PAYMENTS=5000` sends as many as the bar of this service names. */
const payments = Number(process.env.TEST_MALFORMED_PAYMENTS ?? 480);

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
const logged: string[] = [];
let sending: MalformedPayments;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: rail.settings, log: (line) => logged.push(line) });
  server = await startHttp(service.service, { port: 0 });
  sending = await malformedPayments(server.url, rail);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const cases = (['evm', 'solana'] as const).flatMap((kind) => paymentTransports.map((by) => [kind, by] as const));

test.each(cases)(
  'a malformed payment on %s over %s is refused, never a fault, and in no line of the log',
  async (kind, by) => {
    const began = logged.length;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(sending.malformed[kind], fc.boolean(), async (payment, asText) => {
        const { statuses, text } = await sending.send[by](payment, asText);
        expect(Math.max(...statuses), text).toBeLessThan(500);
        refused += Number(refusal.test(text));
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
