// the outside world of a load run: fake upstreams of all sources, a local chain and its facilitator, in a process of their own
import { createServer } from 'node:http';
import { testClock } from '../../../test/clock.ts';
import { startRail } from '../../../test/rail/rail.ts';
import { allUpstreams } from '../../../test/upstreams/all.ts';
import { startUpstreams } from '../../../test/upstreams/server.ts';

const funds = 100_000_000n;
const upstreams = await startUpstreams({ fakeUpstreams: allUpstreams(), clock: testClock });
const rail = await startRail();

/** `POST /buyers` funds a wallet; `GET /balance/<address>` reads one. */
const admin = createServer(async (request, response) => {
  const [, what, address] = (request.url ?? '').split('/');
  const answer =
    what === 'buyers'
      ? { ...(await rail.evm.buyer(funds)), funds: String(funds) }
      : { balance: String(await rail.evm.balance(address as `0x${string}`)) };
  response.end(JSON.stringify(answer));
});
admin.listen(0, '127.0.0.1', () => {
  const { port } = admin.address() as { port: number };
  const settings = { SVC_UPSTREAM_PROXY: upstreams.url, ...rail.settings };
  process.stdout.write(`${JSON.stringify({ admin: `http://127.0.0.1:${port}`, payTo: rail.evm.payTo, settings })}\n`);
});
