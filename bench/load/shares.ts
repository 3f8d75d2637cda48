import { type BenchRow, median } from '../row.ts';
import { type CpuShare, cpuShare } from './cpu-share.ts';
import { countOf, type Driver, perSecond } from './drive.ts';
import type { House } from './house.ts';
import { processorTimes } from './pace.ts';

/** Of one processor for each server: two of them and everything else fit on two processors. */
const share = 0.25;
/**
 * Short, so that a server that has used its share waits for milliseconds only. Not the same: with equal periods two
 * servers run at the same moments or never do, as chance has it, and two threads of one core slow each other down.
 */
const periodsUs = [5000, 7000];
/** Short and many: what else the machine does falls on both alike. */
const rounds = 9;
const warmUpSeconds = 8;
const secondsEach = 4;
const callersPerServer = 12;

/**
 * Calls a second of one server and of two, each server held to the same part of a processor by the kernel, so that the
 * load generator, the database and the fakes beside them take nothing away from either. What is left idle says whether
 * that held.
 */
export async function compareServers(house: House, driver: Driver): Promise<readonly BenchRow[]> {
  const held = periodsUs.map((us) => cpuShare(`place-records-load-${process.pid}-${us}`, share, us));
  if (held.some((group) => group === undefined)) {
    console.error('no comparison of one server with two: processor time cannot be bounded here');
    return [];
  }
  const servers = [await house.start('http'), await house.start('http')];
  try {
    house.use(servers);
    await driver.atOnce(callersPerServer, warmUpSeconds);
    for (const [at, server] of servers.entries()) {
      if (server.process?.pid !== undefined) (held[at] as CpuShare).hold(server.process.pid);
    }
    const rates: number[][] = [[], []];
    const idle: number[] = [];
    let wrong = 0;
    for (let round = 0; round < rounds; round += 1) {
      // neither always goes first: the machine's other work falls on both
      for (const count of round % 2 ? [2, 1] : [1, 2]) {
        house.use(servers.slice(0, count));
        const before = processorTimes();
        const driven = await driver.atOnce(callersPerServer * count, secondsEach);
        const after = processorTimes();
        if (count === 2) idle.push((after.idle - before.idle) / (after.all - before.all));
        rates[count - 1]?.push(perSecond(driven));
        wrong += countOf(driven, 'wrong');
      }
    }
    const [one, two] = rates.map(median) as [number, number];
    const ratios = rates[1]?.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN)) ?? [];
    return [
      { name: `load: one server at ${share} of a processor`, value: one, unit: 'calls/s' },
      { name: `load: two servers at ${share} each`, value: two, unit: 'calls/s' },
      { name: 'load: two servers against one', value: median(ratios), unit: 'x', bar: { at: 1.7, is: 'floor' } },
      // below that something else took what the two were to have, and the ratio says little
      { name: 'load: processors idle while two ran', value: median(idle), unit: '', bar: { at: 0.05, is: 'floor' } },
      { name: 'load: wrong answers while compared', value: wrong, unit: '', bar: { at: 0, is: 'ceiling' } },
    ];
  } finally {
    await Promise.all(servers.map((server) => house.fleet.stop(server, 'SIGTERM')));
    for (const group of held) group?.close();
  }
}
