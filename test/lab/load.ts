import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testClock } from '../clock.ts';
import { postgresMissing, temporaryPostgres } from '../store/temporary-postgres.ts';
import { redisMissing, temporaryRedis } from '../store/temporary-redis.ts';
import { allUpstreams } from '../upstreams/all.ts';
import { startUpstreams } from '../upstreams/server.ts';
import { workbookBomb } from '../upstreams/workbook.ts';
import { asksAround, ends, folder, settingsOf, together } from './faults.ts';
import { type Product, startProduct, statusOf, whileHealthy } from './product.ts';
import { type LabContext, type Outcome, type Scenario, tries } from './scenario.ts';

const one = (lost: string | undefined, note = ''): Outcome => ({ tried: 1, lost: lost ? [lost] : [], note });

/** Resident megabytes of a process, and of it with those that it started. */
function residentOf(pid: number): readonly [own: number, all: number] {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [own, children.reduce((sum, child) => sum + residentOf(Number(child))[1], own)];
}

/** Most that a server may have of memory while a file is loaded (MB). */
const mostMegabytes = 450;

const bombs: Scenario = {
  name: 'expansion bombs',
  what: 'A workbook that its card announces with 0.6 MB and that unfolds to 229 MB, for a question about rents. Lost: 450 MB of memory of the server, a file of it left on disk, a question that is not answered',
  share: 3,
  inMinute: false,
  missing: () => (process.platform === 'linux' ? undefined : 'memory is read from /proc'),
  async run(ctx) {
    const bytes = workbookBomb();
    const respond = () => ({ body: bytes });
    const bomb = { cardId: 'hud-fmr', hosts: ['www.huduser.gov'], respond };
    const upstreams = await startUpstreams({ fakeUpstreams: [bomb, ...allUpstreams()], clock: testClock });
    const data = folder('bomb');
    const settings = { SVC_UPSTREAM_PROXY: upstreams.url, SVC_DATA_DIR: data, SVC_MIRROR_AUTO: 'on' };
    const product = await startProduct({ settings });
    let most: readonly [number, number] = [0, 0];
    const watching = setInterval(() => {
      const [own, all] = product.ended() ? [0, 0] : residentOf(product.pid);
      most = [Math.max(most[0], own), Math.max(most[1], all)];
    }, 20);
    const rents = { name: 'svc_fair_market_rents', arguments: { stateFips: '37', countyFips3: '183' } };
    const fetched = () => upstreams.requests.filter(({ host }) => host === 'www.huduser.gov').length;
    let tried = 0;
    const lost: string[] = [];
    while (tried < 6 || (fetched() === 0 && performance.now() < ctx.deadline)) {
      tried += 1;
      const status = await statusOf(`${product.url}/tools/call`, rents);
      if (status !== 200) lost.push(`the question was answered ${status}`);
      await pause(2_000);
    }
    clearInterval(watching);
    if (fetched() === 0) lost.push('the workbook was not fetched');
    if (most[0] > mostMegabytes) lost.push(`the server had ${Math.round(most[0])} MB`);
    const ended = await ends(product, 'expansion bomb');
    const left = readdirSync(join(data, 'mirror'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /fmr|\.part|xlsx/i.test(name) && !name.startsWith('fetching'),
    );
    if (left.length > 0) lost.push(`left on disk: ${left.join(', ')}`);
    await upstreams.close();
    const note = `at most ${Math.round(most[0])} MB, ${Math.round(most[1])} MB with the process that loads; fetched ${fetched()} times`;
    return together([{ tried, lost, note }, ended]);
  },
};

/** Sends a body without an end until the service answers or closes: the status, and bytes that were taken. */
function endless(url: string, path: string, untilMs: number): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve) => {
    let bytes = 0;
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const sent = request(url + path, { method: 'POST', headers }, (reply) => {
      reply.resume();
      finish(reply.statusCode ?? 0);
    });
    const finish = (status: number) => {
      clearTimeout(timer);
      sent.destroy();
      resolve({ status, bytes });
    };
    const timer = setTimeout(() => finish(-1), untilMs);
    const chunk = Buffer.alloc(65_536, '[');
    const more = () => {
      while (!sent.destroyed && sent.write(chunk)) bytes += chunk.length;
    };
    sent.on('drain', more).on('error', () => finish(0));
    more();
  });
}

/** What a body without an end may bring before it is refused; the rest is what sockets hold. */
const mostBytes = 16 * 2 ** 20;

const bodies: Scenario = {
  name: 'endless bodies',
  what: 'Bodies without an end to a call, a paid route, MCP and A2A, as fast as they are taken. Lost: another status than 408 and 413, more than 16 MB taken, an answer of /health above 250 ms',
  share: 2,
  inMinute: false,
  async run(ctx) {
    const product = await startProduct({ settings: await settingsOf(ctx, { SVC_DATA_DIR: folder('bodies') }) });
    // a first call loads what it needs
    await asksAround(product, 1);
    const paths = ['/tools/call', '/api/svc-flood-zone', '/mcp', '/a2a/v1/message:send'];
    const outcome = await tries(ctx, { perSecond: 1 }, async (_, at) => {
      const path = paths[at % paths.length] ?? '/mcp';
      let wrong: string | undefined;
      const { lost } = await whileHealthy(product.url, async () => {
        const replies = await Promise.all(Array.from({ length: 4 }, () => endless(product.url, path, 35_000)));
        // a connection that is closed at once may take its answer with it
        wrong =
          replies.find(({ status, bytes }) => ![0, 408, 413].includes(status) || bytes > mostBytes) &&
          JSON.stringify(replies);
      });
      return lost ?? (wrong && `${path}: ${wrong}`);
    });
    return together([outcome, await ends(product, 'endless bodies')]);
  },
};

const slowParts = [
  '',
  'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
  'POST /tools/call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name"',
];

/** 500 connections of which a third says nothing, a third half a header, a third half a body. */
async function slowConnections(product: Product): Promise<readonly Socket[]> {
  const port = Number(new URL(product.url).port);
  return Promise.all(
    Array.from(
      { length: 500 },
      (_, at) =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(slowParts[at % slowParts.length] ?? '');
            resolve(socket);
          });
          socket.on('error', () => resolve(socket));
        }),
    ),
  );
}

const slow: Scenario = {
  name: '500 slow connections',
  what: 'A third says nothing, a third sends half a header, a third half a body, a byte now and then. Lost: an answer of /health above 250 ms, a call without an answer',
  share: 2,
  inMinute: false,
  async run(ctx) {
    const product = await startProduct({ settings: await settingsOf(ctx, { SVC_DATA_DIR: folder('slow') }) });
    const sockets = await slowConnections(product);
    const dripping = setInterval(() => {
      for (const [at, socket] of sockets.entries()) if (at % 3 !== 0 && socket.writable) socket.write('x');
    }, 1_000);
    const outcome = await whileHealthy(product.url, () => pause(Math.min(20_000, ctx.seconds * 300)));
    const open = sockets.filter(({ destroyed }) => !destroyed).length;
    const asked = await asksAround(product, 1);
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    const note = `/health ${Math.round(outcome.ms)} ms at most; ${open} of 500 still open`;
    return together([{ ...one(outcome.lost, note), tried: 500 }, asked, await ends(product, 'slow connections')]);
  },
};

/** Calls while something is taken away and given back: what is answered, and whether all is well again after it. */
async function outage(
  ctx: LabContext,
  product: Product,
  away: () => Promise<void>,
  isWell: () => Promise<boolean>,
): Promise<Outcome> {
  const before = await asksAround(product, 2);
  const [, during] = await Promise.all([away(), asksAround(product, Math.max(4, Math.round(ctx.seconds)))]);
  let well = false;
  for (let at = 0; at < 60 && !well; at += 1) {
    await pause(500);
    well = await isWell();
  }
  return together([
    before,
    during,
    one(well ? undefined : 'it is not well again after 30 s'),
    await ends(product, 'outage'),
  ]);
}

const postgres: Scenario = {
  name: 'PostgreSQL restarts',
  what: 'The database of the ledger restarts while calls are made. Lost: a free tool without an answer, another refusal than 503, a service that is not ready 30 s later',
  share: 2,
  inMinute: false,
  missing: postgresMissing,
  async run(ctx) {
    const cluster = await temporaryPostgres();
    try {
      const settings = await settingsOf(ctx, { SVC_DATA_DIR: folder('postgres'), SVC_DATABASE_URL: cluster.url });
      const product = await startProduct({ settings });
      return await outage(ctx, product, cluster.restart, async () => (await statusOf(`${product.url}/ready`)) === 200);
    } finally {
      cluster.stop();
    }
  },
};

const redis: Scenario = {
  name: 'Redis is gone',
  what: 'The Redis of shared limits is killed while calls are made, and comes back empty. Lost: a call without an answer, limits that are not shared again 30 s later',
  share: 2,
  inMinute: false,
  missing: redisMissing,
  async run(ctx) {
    const server = await temporaryRedis();
    try {
      const settings = await settingsOf(ctx, { SVC_DATA_DIR: folder('redis'), SVC_REDIS_URL: server.url });
      const product = await startProduct({ settings });
      const away = async () => {
        await server.kill();
        await pause(Math.min(5_000, ctx.seconds * 200));
        await server.start();
      };
      const isShared = async () => (await (await fetch(`${product.url}/ready`)).text()).includes('"limits":"shared"');
      return await outage(ctx, product, away, isShared);
    } finally {
      await server.stop();
    }
  },
};

export const load: readonly Scenario[] = [bombs, bodies, slow, postgres, redis];
