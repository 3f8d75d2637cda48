import type { PaymentRequired } from '@x402/core/types';
import fc from 'fast-check';
import { startHttp } from '../../src/cli/http-server.ts';
import { testDay } from '../clock.ts';
import { openService } from '../harness.ts';
import { chainsOf, resendUntilDecided, startShop } from '../pipeline/shop-process.ts';
import { evmClient, paymentHeader, sign } from '../rail/buyer.ts';
import { folder } from './faults.ts';
import { callOf } from './requests.ts';
import { type Scenario, tries } from './scenario.ts';

const points = [
  'before:verify',
  'after:verify',
  'before:keep',
  'after:keep',
  'before:dispatch',
  'after:dispatch',
  'before:settle',
  'after:settle',
];
const price = 10_000n;

const kills: Scenario = {
  name: 'kill -9 in states of a purchase',
  what: 'The seller is killed before and after each step of its ledger, started anew, and sent the identical request. Lost: a buyer who paid twice or nothing, a purchase that is not delivered',
  share: 8,
  inMinute: false,
  async run(ctx) {
    const rail = await ctx.bench.rail();
    return tries(ctx, { perSecond: 0.4 }, async (draw, at) => {
      const standStill = points[(ctx.seed + at) % points.length] ?? '';
      const dataDir = folder('killed');
      const body = { note: `killed ${standStill} ${draw(fc.integer())}` };
      const first = await startShop({ dataDir, rail: chainsOf(rail), standStill });
      const buyer = await rail.evm.buyer();
      const challenge = (await first.post('svc-promoted', body)).json as PaymentRequired;
      const { resource: _, ...signed } = await sign(evmClient(buyer.key), challenge);
      const gone = first.post('svc-promoted', body, paymentHeader(signed)).catch(() => undefined);
      await Promise.race([first.line(), gone]);
      await first.kill();
      await gone;
      const again = await startShop({ dataDir, rail: chainsOf(rail) });
      const { status, json } = await resendUntilDecided(again, 'svc-promoted', body, paymentHeader(signed));
      await again.kill();
      const spent = 100_000_000n - (await rail.evm.balance(buyer.address));
      if (status === 200 && json.charged === true && spent === price) return undefined;
      return `${standStill}: status ${status}, ${spent} of ${price} spent, ${JSON.stringify(json).slice(0, 200)}`;
    });
  },
};

const day = 86_400_000;
const jumps = [1, -1, 3_600_000, -3_600_000, day, -day, 40 * day, -40 * day, 1_100 * day, -2_300 * day];

const clocks: Scenario = {
  name: 'clock jumps',
  what: 'The clock of a running service jumps by up to years, forth and back, before each call. Lost: an answer outside what is declared, a 5xx but 502 and 503',
  share: 2,
  inMinute: false,
  async run(ctx) {
    const house = await ctx.bench.house();
    const declared = await ctx.bench.declared();
    let now = Date.parse(testDay);
    const test = await openService({ beside: house.test, settings: house.rail.settings, clock: () => new Date(now) });
    const server = await startHttp(test.service, { port: 0, graceMs: 200 });
    const call = callOf({ ...house, test, url: server.url, declared });
    const outcome = await tries(ctx, { perSecond: 8 }, (draw, at) => {
      now = Date.parse(testDay) + draw(fc.constantFrom(...jumps));
      return call(draw, at);
    });
    await server.stop();
    await test.close();
    return outcome;
  },
};

export const interrupted: readonly Scenario[] = [kills, clocks];
