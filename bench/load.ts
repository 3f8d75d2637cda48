import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import pg from 'pg';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { postgresMissing } from '../test/store/temporary-postgres.ts';
import { redisMissing } from '../test/store/temporary-redis.ts';
import { type Bought, balanceOf, buy } from './load/buyers.ts';
import { answered, countOf, type Driven, Driver, perSecond, timeOf } from './load/drive.ts';
import { type Member, memorySlope } from './load/fleet.ts';
import { type House, openHouse } from './load/house.ts';
import { callMix, classes } from './load/mix.ts';
import { holdBusy } from './load/pace.ts';
import { compareServers } from './load/shares.ts';
import type { BenchRow } from './row.ts';

/**
 * LOAD_MINUTES: of the mixed load; LOAD_REPORT: where the figures go as JSON; LOAD_RATE: calls a second; where absent,
 * what keeps the processors busy for 70 % of their time.
 */
const setting = (name: string, usual: string) => process.env[name] ?? usual;
const minutes = Number(setting('LOAD_MINUTES', '2'));
const reportFile = setting('LOAD_REPORT', '.bench/load.json');
const givenRate = process.env.LOAD_RATE === undefined ? undefined : Number(process.env.LOAD_RATE);

/** As many callers, each on a connection of its own: none waits for the answer of another. */
const connections = 400;
const warmUpSeconds = 10;
const capacitySeconds = 20;
const shareOfCapacity = 0.7;
const buyers = 4;
/** Between two purchases of one buyer. */
const buyEveryMs = 2500;
/** A process that lived for less still fills its caches: it says nothing about how memory grows. */
const longEnoughMs = 300_000;
/** A process that comes back has warmed up after this long. */
const disturbedMs = 20_000;
const growthBar = { at: 3, is: 'ceiling' } as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const zero = (name: string, value: number): BenchRow => ({ name, value, unit: '', bar: { at: 0, is: 'ceiling' } });

type Disturbance = () => Promise<unknown>;

/** What goes wrong while the load runs, in this order. */
function disturbances(house: House, servers: readonly Member[], workers: readonly Member[]): readonly Disturbance[] {
  const kill = (member: Member | undefined) => async () => member && house.replace(member);
  const away = async () => {
    await house.redis.kill();
    await pause(2000);
    await house.redis.start();
  };
  const restart = async () => house.postgres.restart();
  return [kill(servers[0]), kill(workers[0]), kill(servers[1]), restart, away, kill(servers[0])];
}

async function disturb(driver: Driver, faults: readonly Disturbance[]): Promise<void> {
  const everyMs = (minutes * 60_000) / (faults.length + 1);
  const began = performance.now();
  for (const [at, what] of faults.entries()) {
    await pause(Math.max(0, began + (at + 0.8) * everyMs - performance.now()));
    driver.disturbed(disturbedMs);
    await what();
    driver.disturbed(disturbedMs);
  }
}

/** What the book says was sold, against what the chain moved and what buyers hold in their hands. */
async function reconciled(house: House, bought: readonly Bought[], before: bigint): Promise<readonly BenchRow[]> {
  const client = new pg.Client({ connectionString: house.postgres.url });
  await client.connect();
  const { rows } = await client.query<{ state: string; purchases: number }>(
    'SELECT state, count(*)::int AS purchases FROM purchases GROUP BY state',
  );
  const kept = await client.query<{ bytes: number }>('SELECT avg(length(gzip_base64))::float AS bytes FROM evidence');
  await client.end();
  const inState = (state: string) => rows.find((row) => row.state === state)?.purchases ?? 0;
  const sum = (of: (one: Bought) => number) => bought.reduce((total, one) => total + of(one), 0);
  const delivered = sum((one) => one.delivered);
  const price = bought.find((one) => one.price > 0n)?.price ?? 0n;
  const moved = (await balanceOf(house.admin, house.payTo)) - before;
  return [
    { name: 'load: evidence behind an answer', value: (kept.rows[0]?.bytes ?? 0) / 1024, unit: 'kB' },
    { name: 'load: purchases delivered', value: delivered, unit: '', bar: { at: 1, is: 'floor' } },
    zero(
      'load: charged and not delivered',
      sum((one) => Math.max(0, Number(one.spent / (one.price || 1n)) - one.delivered)),
    ),
    zero(
      'load: delivered and not charged',
      sum((one) => Math.max(0, one.delivered - Number(one.spent / (one.price || 1n)))),
    ),
    { name: 'load: payments refused, nothing charged', value: sum((one) => one.refused), unit: '' },
    zero(
      'load: purchases stuck',
      sum((one) => one.stuck),
    ),
    zero(
      'load: delivered bodies that deny the charge',
      sum((one) => one.wrong),
    ),
    zero('load: settled in the book and not delivered', Math.abs(inState('settled') - delivered)),
    zero(
      'load: purchases left open in the book',
      rows.reduce((all, row) => all + row.purchases, 0) - inState('settled') - inState('rejected'),
    ),
    zero('load: chain against book, in prices', Math.abs(Number(moved / (price || 1n)) - inState('settled'))),
  ];
}

function timeRows(driven: Driven): readonly BenchRow[] {
  return classes.flatMap((kind) => [
    { name: `load: ${kind}, median`, value: timeOf(driven, kind, 0.5), unit: 'ms' },
    {
      ...{ name: `load: ${kind}, p99`, value: timeOf(driven, kind, 0.99), unit: 'ms' },
      ...(kind === 'computing' && { bar: { at: 50, is: 'ceiling' } as const }),
    },
    { name: `load: ${kind}, p99 while nothing is disturbed`, value: timeOf(driven, kind, 0.99, 'steady'), unit: 'ms' },
  ]);
}

/** The serving process is never busy for long: how late its timers are, of the process with the latest ones. */
function delayRows(members: readonly Member[]): readonly BenchRow[] {
  const value = Math.max(0, ...members.flatMap(({ delays }) => delays.filter((ms) => ms !== undefined)));
  return [{ name: 'load: event loop of a server, p99', value, unit: 'ms', bar: { at: 50, is: 'ceiling' } }];
}

function memoryRows(members: readonly Member[]): readonly BenchRow[] {
  const lives = members.filter(({ role }) => role === 'http').flatMap(({ memory }) => memory);
  const slopes = lives.flatMap((samples) => memorySlope(samples, longEnoughMs) ?? []);
  const most = Math.max(0, ...lives.flat().map(({ megabytes }) => megabytes));
  return [
    { name: 'load: memory of a server, most', value: most, unit: 'MB' },
    ...(slopes.length > 0
      ? [
          {
            name: 'load: memory of a server, growth at the end',
            value: Math.max(...slopes),
            unit: 'MB/min',
            bar: growthBar,
          },
        ]
      : []),
  ];
}

/** Mixed load at a part of what was measured, with processes killed and stores restarted under it. */
async function disturbedLoad(house: House, driver: Driver): Promise<readonly BenchRow[]> {
  const servers = [await house.start('http'), await house.start('http')];
  const workers = [await house.start('work'), await house.start('work')];
  house.use(servers);
  await driver.atOnce(8, warmUpSeconds);
  const chainBefore = await balanceOf(house.admin, house.payTo);
  const shopping = (seconds: number) => {
    const until = performance.now() + seconds * 1000;
    return Promise.all(Array.from({ length: buyers }, () => buy(house.url, house.admin, until, buyEveryMs)));
  };
  const full = await driver.atOnce(24, capacitySeconds);
  const pace = holdBusy(shareOfCapacity, perSecond(full) * shareOfCapacity, () => driver.isSteady);
  const [driven, bought] = await Promise.all([
    driver.atRate(givenRate === undefined ? pace.rate : () => givenRate, minutes * 60),
    shopping(minutes * 60),
    disturb(driver, disturbances(house, servers, workers)),
  ]);
  const busy = pace.stop();
  for (const fault of driven.faults) console.error(fault);
  return [
    { name: 'load: capacity of two servers at the start', value: perSecond(full), unit: 'calls/s' },
    { name: 'load: processors busy, steady seconds', value: busy, unit: '' },
    { name: 'load: calls a second', value: perSecond(driven), unit: 'calls/s' },
    { name: 'load: calls answered', value: answered(driven), unit: '' },
    { name: 'load: body of an answer', value: driven.bytes / answered(driven) / 1024, unit: 'kB' },
    zero('load: wrong answers', countOf(driven, 'wrong')),
    zero('load: calls without an answer', countOf(driven, 'lost')),
    { name: 'load: answers that say they lack something', value: countOf(driven, 'degraded'), unit: '' },
    { name: 'load: cut off and queried again', value: countOf(driven, 'cutOff'), unit: '' },
    { name: 'load: processes killed', value: house.fleet.kills, unit: '' },
    ...timeRows(driven),
    ...(await reconciled(house, bought, chainBefore)),
    ...delayRows(servers),
    ...memoryRows([...servers, ...workers]),
  ];
}

function write(rows: readonly BenchRow[]): void {
  const [{ model } = { model: 'unknown' }] = cpus();
  const machine = { processors: cpus().length, model, node: process.version };
  mkdirSync(dirname(reportFile), { recursive: true });
  writeFileSync(reportFile, `${JSON.stringify({ at: new Date().toISOString(), minutes, machine, rows }, null, 2)}\n`);
}

/** Several processes on one database and one Redis under mixed load; see the bars in the rows. */
export async function load(): Promise<readonly BenchRow[]> {
  const missing = postgresMissing() ?? redisMissing();
  if (missing) {
    console.error(`no load run: ${missing}`);
    return [];
  }
  const house = await openHouse();
  const driver = new Driver(house.url, callMix(shippedRegistry()), connections);
  try {
    const rows = [...(await compareServers(house, driver)), ...(await disturbedLoad(house, driver))];
    write(rows);
    return rows;
  } finally {
    driver.close();
    await house.close();
  }
}
