import fc from 'fast-check';
import { malformedPayments, paymentTransports, planted } from '../pipeline/malformed-payments.ts';
import { type Scenario, tries } from './scenario.ts';

export const payments: Scenario = {
  name: 'malformed payments',
  what: 'Signed payments on both chains with one value replaced, over REST, MCP and A2A. Lost: an answer or a named status of 5xx, a byte of what was planted in the log',
  share: 4,
  inMinute: true,
  async run(ctx) {
    const { url, rail, logged } = await ctx.bench.house();
    const { malformed, send } = await malformedPayments(url, rail);
    const began = logged.length;
    const outcome = await tries(ctx, { perSecond: 12, atOnce: 4 }, async (draw) => {
      const payment = draw(malformed[draw(fc.constantFrom('evm', 'solana'))]);
      const by = draw(fc.constantFrom(...paymentTransports));
      const { statuses, text } = await send[by](payment, draw(fc.boolean()));
      return Math.max(...statuses) < 500 ? undefined : `${by} ${JSON.stringify(payment)}: ${text.slice(0, 300)}`;
    });
    const shown = logged.slice(began).filter((line) => line.includes(planted));
    return { ...outcome, lost: [...outcome.lost, ...shown.map((line) => `the log: ${line.slice(0, 300)}`)] };
  },
};
