import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainNow } from '../clock.ts';
import { paymentHeader, sign, signEvm, solanaClient } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { openShop, type Shop } from './shop.ts';

const body = { note: 'malformed' };
const planted = 'PLANTED-4f1c';
let rail: Rail;
let shop: Shop;
const good: Record<'evm' | 'solana', object> = { evm: {}, solana: {} };

beforeAll(async () => {
  rail = await startRail();
  const { evm, solana, facilitator } = rail;
  shop = await openShop({
    payments: railSettings({ facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 5_000 }),
    now: chainNow,
  });
  const { json } = await shop.post('svc-promoted', body);
  const [onEvm, onSolana] = ['eip155', 'solana'].map((chain) =>
    json.accepts.filter(({ network }: { network: string }) => network.startsWith(chain)),
  );
  good.evm = await signEvm((await evm.buyer()).key, onEvm[0]);
  const buyer = await solana.buyer();
  good.solana = await sign(solanaClient(buyer.signer, solana.rpcUrl), { ...json, accepts: onSolana });
}, 120_000);
afterAll(async () => {
  await shop.close();
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
  fc.constantFrom('', '0010000', '1e5', '-1', '0x', '9'.repeat(78), '9'.repeat(400)),
  fc.constantFrom(null, true, 0, -1, 1.5, Number.MAX_SAFE_INTEGER),
  fc.constant([planted]),
  fc.constant({ [planted]: planted }),
);

test.each(['evm', 'solana'] as const)(
  'a malformed payment on %s is refused, never a fault, and in no line of the log',
  async (kind) => {
    const paths = pathsOf(good[kind]);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), wrong, async (path, by) => {
        const payment = replaced(good[kind], path, by);
        const header =
          typeof payment === 'object' && payment ? paymentHeader(payment) : { 'payment-signature': 'e30=' };
        const { status, text } = await shop.post('svc-promoted', body, header);
        expect([status, status === 200 ? '' : text]).not.toEqual([500, expect.anything()]);
        expect(status, text).toBeLessThan(500);
      }),
      { numRuns: 250, seed: 25 },
    );
    expect(shop.logged.join('\n')).not.toContain(planted);
  },
  120_000,
);
