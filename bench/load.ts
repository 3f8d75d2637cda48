import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import pg from 'pg';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { postgresMissing } from '../test/store/temporary-postgres.ts';
import { redisMissing } from '../test/store/temporary-redis.ts';
import { type Bought, balanceOf, buy } from './load/buyers.ts';
import { answered, countOf, type Driven, Driver, joined, perSecond, timeOf } from './load/drive.ts';
import { type Member, memorySlope } from './load/fleet.ts';
import { type House, openHouse } from './load/house.ts';
import { callMix, classes } from './load/mix.ts';
import { compareServers } from './load/shares.ts';
import { type BenchRow, median } from './row.ts';

/** LOAD_MINUTES: of the mixed load; LOAD_REPORT: where the figures go as JSON; LOAD_RATE: calls a second, measured where absent. */
const setting = (name: string, usual: string) => process.env[name] ?? usual;
const minutes = Number(setting('LOAD_MINUTES', '2'));
const reportFile = setting('LOAD_REPORT', '.bench/load.json');
const givenRate = process.env.LOAD_RATE === undefined ? undefined : Number(process.env.LOAD_RATE);

/** As many callers, each on a connection of its own: none waits for the answer of another. */
const connections = 400;
const warmUpSeconds = 10;
const capacitySeconds = 5;
const shareOfCapacity = 0.7;
const buyers = 4;
/** Between two purchases of one buyer. */
const buyEveryMs = 2500;
/** A process that lived for less still fills its caches: it says nothing about how memory grows. */
const longEnoughMs = 300_000;
/** A process that comes back has warmed up after this long. */
const disturbedMs = 20_000;
const betweenDisturbancesMs = 12_000;
const growthBar = { at: 3, is: 'ceiling' } as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const zero = (name: string, value: number): BenchRow => ({ name, value, unit: '', bar: { at: 0, is: 'ceiling' } });

type Disturbance = () => Promise<unknown>;

/** What goes wrong while the load runs, in this order and evenly over the time. */
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

async function disturb(driver: Driver, due: readonly Disturbance[]): Promise<void> {
  for (const what of due) {
    await pause(betweenDisturbancesMs);
    driver.disturbed(disturbedMs);
    await what();
    driver.disturbed(disturbedMs);
  }
}

/** One part of the load: what the servers can do now, and then a part of that. */
interface Leg {
  readonly full: Driven | undefined;
  readonly driven: Driven;
}

/**
 * This machine's processors are shared with others: what it can do doubles or halves within minutes. So capacity is
 * measured anew before each minute of load; a rate that follows from one measurement is too much or too little soon.
 */
async function legsOfLoad(driver: Driver, faults: readonly Disturbance[]): Promise<readonly Leg[]> {
  const count = Math.max(1, Math.round(minutes));
  const seconds = (minutes * 60) / count;
  const legs: Leg[] = [];
  for (let at = 0; at < count; at += 1) {
    const full = givenRate === undefined ? await driver.atOnce(24, capacitySeconds) : undefined;
    const rate = full ? perSecond(full) * shareOfCapacity : (givenRate ?? 0);
    const due = faults.filter((_, index) => Math.floor(((index + 0.5) / faults.length) * count) === at);
    const [driven] = await Promise.all([driver.atRate(rate, seconds - capacitySeconds), disturb(driver, due)]);
    legs.push({ full, driven });
  }
  return legs;
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

const capacityRows = (perMinute: readonly number[]): readonly BenchRow[] =>
  perMinute.length === 0
    ? []
    : [
        { name: 'load: capacity of two servers on this machine', value: median(perMinute), unit: 'calls/s' },
        { name: 'load: capacity, least of a minute', value: Math.min(...perMinute), unit: 'calls/s' },
        { name: 'load: capacity, most of a minute', value: Math.max(...perMinute), unit: 'calls/s' },
      ];

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
  const [legs, bought] = await Promise.all([
    legsOfLoad(driver, disturbances(house, servers, workers)),
    shopping(minutes * 60),
  ]);
  const driven = joined(legs.map((leg) => leg.driven));
  const whole = joined(legs.flatMap(({ full, driven }) => (full ? [full, driven] : [driven])));
  for (const fault of whole.faults) console.error(fault);
  return [
    ...capacityRows(legs.flatMap(({ full }) => (full ? [perSecond(full)] : []))),
    { name: 'load: calls a second', value: perSecond(driven), unit: 'calls/s' },
    { name: 'load: calls answered', value: answered(driven), unit: '' },
    { name: 'load: body of an answer', value: driven.bytes / answered(driven) / 1024, unit: 'kB' },
    zero('load: wrong answers', countOf(whole, 'wrong')),
    zero('load: calls without an answer', countOf(whole, 'lost')),
    { name: 'load: answers that say they lack something', value: countOf(whole, 'degraded'), unit: '' },
    { name: 'load: cut off and asked again', value: countOf(whole, 'cutOff'), unit: '' },
    { name: 'load: processes killed', value: house.fleet.kills, unit: '' },
    ...timeRows(driven),
    ...(await reconciled(house, bought, chainBefore)),
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
