import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { openService } from '../test/harness.ts';
import { type BenchRow, report } from './row.ts';

/** The tools that ask the slowest sources, or several of them in a row. */
const usual = [
  'svc_environmental_history',
  'svc_nearby_places',
  'svc_toxic_releases',
  'svc_wildfire_history',
  'svc_environmental_records_screen',
];
const barSeconds = 30;

/** Seconds to an answer under the limits that hold in production, while every source but the geocoder hangs or drips. */
async function secondsUnder(fault: 'timeout' | 'drip', names: readonly string[]): Promise<BenchRow[]> {
  const service = await openService({ mirrors: false });
  const registry = shippedRegistry();
  try {
    service.upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', fault);
    return await Promise.all(
      names.map(async (name): Promise<BenchRow> => {
        const began = performance.now();
        const { state } = await service.call(name, registry.freeTool(name)?.examples[0]?.arguments ?? {});
        const value = (performance.now() - began) / 1000;
        return { name: `${fault}: ${name}, ${state}`, value, unit: 's', bar: { at: barSeconds, is: 'ceiling' } };
      }),
    );
  } finally {
    await service.close();
  }
}

const queried = process.argv.slice(2);
const all = shippedRegistry().free.filter(({ closedWorld, examples }) => !closedWorld && examples.length > 0);
const names = queried[0] === 'all' ? all.map(({ name }) => name) : queried.length > 0 ? queried : usual;
const rows = [...(await secondsUnder('timeout', names)), ...(await secondsUnder('drip', names))];
process.exitCode = report(rows) ? 0 : 1;
