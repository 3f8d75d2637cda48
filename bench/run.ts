import { bundled } from './bundled.ts';
import { crash } from './crash.ts';
import { embeddedGeography } from './embedded-geography.ts';
import { jobs } from './jobs.ts';
import { load } from './load.ts';
import { parcelLookups } from './parcel-lookup.ts';
import { payments } from './payments.ts';
import { placeFacts } from './place-facts.ts';
import { placeReport } from './place-report.ts';
import { restThroughput } from './rest-throughput.ts';
import { type BenchRow, report } from './row.ts';
import { search } from './search.ts';
import { stdioStart } from './stdio-start.ts';

const benches: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  'stdio-start': stdioStart,
  'embedded-geography': embeddedGeography,
  search,
  'rest-throughput': restThroughput,
  mirror: () => bundled('mirror.ts', 'mirror'),
  'parcel-lookup': parcelLookups,
  'place-facts': placeFacts,
  'place-report': placeReport,
  payments,
  crash,
  load,
  jobs,
};
/** Take minutes: run only where they are named. */
const onlyByName = new Set(['crash', 'load', 'jobs']);

const queried = process.argv.slice(2);
const wrong = queried.filter((name) => !(name in benches));
if (wrong.length > 0) {
  console.error(`no bench ${wrong.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
let all = true;
for (const [name, bench] of Object.entries(benches)) {
  if (queried.length > 0 ? !queried.includes(name) : onlyByName.has(name)) continue;
  all = report(await bench()) && all;
}
process.exitCode = all ? 0 : 1;
