import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChains } from '../../../src/payments/chain/open.ts';
import { type ReconcilePorts, reconcile } from '../../../src/payments/reconcile/reconcile.ts';
import { openLedger } from '../../../src/store/open-ledger.ts';
import type { Ledger } from '../../../src/store/sql-ledger.ts';
import { chainNow } from '../../clock.ts';
import { openShop, type Shop } from '../../pipeline/shop.ts';
import { evmClient, paymentHeader, receiptOf, sign, solanaClient } from '../../rail/buyer.ts';
import { evmNetwork } from '../../rail/evm-constants.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { railSettings } from '../../rail/settings.ts';
import { solanaNetwork } from '../../rail/solana-constants.ts';

const each = 25;
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

interface Planted {
  readonly id: string;
  readonly moved: boolean;
  resend(): ReturnType<Shop['post']>;
}

let rail: Rail;
let shop: Shop;
let second: Ledger;
let later = 0;
let ports: ReconcilePorts;

beforeAll(async () => {
  rail = await startRail();
  const settings = railSettings({ facilitatorUrl: rail.facilitator.url, evm: rail.evm, solana: rail.solana });
  shop = await openShop({ payments: settings, now: () => chainNow() + later });
  second = openLedger({ databaseUrl: undefined, dataDir: shop.dataDir });
  const chains = await openChains(settings);
  ports = { ledger: shop.ledger, chains, now: () => chainNow() + later, log };
}, 60_000);
afterAll(async () => {
  await second.close();
  await shop.close();
  await rail.close();
});

type Payer = (challenge: Parameters<typeof sign>[1]) => Promise<{ readonly payload: object; readonly who: string }>;

async function payerOn(network: string): Promise<Payer> {
  if (network === evmNetwork) {
    const buyer = await rail.evm.buyer();
    return async (challenge) => ({ payload: await sign(evmClient(buyer.key), challenge), who: buyer.address });
  }
  const buyer = await rail.solana.buyer();
  const client = solanaClient(buyer.signer, rail.solana.rpcUrl);
  return async (challenge) => ({ payload: await sign(client, challenge), who: buyer.address });
}

/** One purchase whose outcome the house was not shown: the money moved and the answer was lost, or the order was. */
async function plant(network: string, pay: Payer, n: number, moved: boolean): Promise<Planted> {
  const body = { note: `${network} ${n}` };
  const { json } = await shop.post('svc-promoted', body);
  const accepts = json.accepts.filter((offer: { network: string }) => offer.network === network);
  const { payload } = await pay({ ...json, accepts });
  const resend = () => shop.post('svc-promoted', body, paymentHeader(payload));
  const known = new Set((await shop.ledger.list({ limit: 1000 })).map(({ id }) => id));
  rail.facilitator.fault('settle', { mode: moved ? 'lost' : 'drop' }, 1);
  expect((await resend()).status).toBe(502);
  const row = (await shop.ledger.list({ limit: 1000 })).find(({ id }) => !known.has(id));
  expect(row).toMatchObject({ state: 'unknown', network });
  const id = row?.id ?? '';
  if (n % 5 > 1) return { id, moved, resend };
  // some were known to be pending, and of some the process died while the order was out
  const holder = 'another process';
  await shop.ledger.takeOver(id, { holder, now: chainNow(), leaseMs: 1000 });
  await shop.ledger.step(id, holder, n % 5 === 0 ? 'wait' : 'send', chainNow());
  return { id, moved, resend };
}

const stateOf = async (id: string) => (await shop.ledger.find(id))?.state;

const chains = [
  ['EVM', evmNetwork],
  ['Solana', solanaNetwork],
] as const;

// time passes from test to test
for (const [chainName, network] of chains)
  describe(`${chainName}: purchases whose outcome is not known`, { shuffle: false }, () => {
    let planted: readonly Planted[];
    let transfers: bigint;
    const received = async () =>
      network === evmNetwork ? rail.evm.balance(rail.evm.payTo as never) : rail.solana.balance(rail.solana.payTo);
    const mine = async (options = {}) =>
      (await reconcile(ports, options)).filter((purchase) => purchase.network === network);

    beforeAll(async () => {
      later = 0;
      const payers = await Promise.all(Array.from({ length: 5 }, () => payerOn(network)));
      const made: Planted[] = [];
      for (let n = 0; n < 2 * each; n++) {
        // each payer has both: what tells them apart is the payment, not the payer
        const payer = payers[n % payers.length];
        if (payer) made.push(await plant(network, payer, n, n < each));
      }
      planted = made;
      transfers = await received();
    }, 120_000);

    test('nothing is done while a payment may still be usable', async () => {
      expect(await mine()).toEqual([]);
    });

    test('a node that is behind, or does not answer, leaves every one as it is', async () => {
      later += 1_200_000;
      const before = await Promise.all(planted.map(({ id }) => stateOf(id)));
      const chain = network === evmNetwork ? rail.evm : rail.solana;
      const behind = await mine();
      expect(behind.map(({ became, why }) => [became, why])).toEqual(
        planted.map(() => ['left', 'chain: not final yet']),
      );
      chain.online(false);
      const silent = await mine();
      chain.online(true);
      expect(silent.map(({ became }) => became)).toEqual(planted.map(() => 'left'));
      expect(await Promise.all(planted.map(({ id }) => stateOf(id)))).toEqual(before);
    });

    test('a dry run says what would be closed and closes nothing', async () => {
      await (network === evmNetwork ? rail.evm.travel(1500) : rail.solana.travel(1500));
      rail.solana.expire();
      const said = await mine({ dryRun: true });
      const wrong = said.filter(
        ({ id, became }) => became !== (planted.find((one) => one.id === id)?.moved ? 'settled' : 'rejected'),
      );
      expect([said.length, wrong]).toEqual([2 * each, []]);
      expect(await Promise.all(planted.map(({ id }) => stateOf(id)))).not.toContain('settled');
    });

    test('every one is closed rightly, by two processes at once each once; a further run changes nothing', async () => {
      const both = await Promise.all([mine(), reconcile({ ...ports, ledger: second })]);
      const closed = both.flat().filter(({ became }) => became !== 'left');
      expect(closed.map(({ id }) => id).sort()).toEqual(planted.map(({ id }) => id).sort());
      for (const { id, moved } of planted) {
        const row = await shop.ledger.find(id);
        expect([id, row?.state]).toEqual([id, moved ? 'settled' : 'rejected']);
        if (moved) expect(JSON.parse(row?.receipt ?? '{}')).toMatchObject({ success: true, network, amount: '10000' });
      }
      const rows = await shop.ledger.list({ limit: 1000 });
      expect(await mine()).toEqual([]);
      expect(await shop.ledger.list({ limit: 1000 })).toEqual(rows);
    }, 60_000);

    test('the identical resend brings the artifact where money moved, else a fresh challenge; nothing moves again', async () => {
      // the rest after a refusal, by the clock of the house
      later += 2000;
      rail.facilitator.heal();
      const texts = new Set<string>();
      for (const { moved, resend } of planted) {
        const reply = await resend();
        expect([moved, reply.status]).toEqual([moved, moved ? 200 : 402]);
        if (!moved) expect(reply.json.accepts.length).toBeGreaterThan(0);
        else {
          expect(reply.json.charged).toBe(true);
          texts.add(receiptOf(reply.headers).transaction);
        }
      }
      expect(texts.size).toBe(each);
      expect(await received()).toBe(transfers);
    }, 60_000);
  });
