import { Registry } from '../src/catalog/registry.ts';
import { openJobService } from '../src/composition/job-parts.ts';
import { FreePipeline, type PipelinePorts } from '../src/pipeline/free.ts';
import { openObjects } from '../src/store/objects.ts';
import { openLedger } from '../src/store/open-ledger.ts';
import { chainNow, testClock } from '../test/clock.ts';
import { jobTools } from '../test/pipeline/job-tool.ts';
import { withoutEvidence } from '../test/pipeline/no-evidence.ts';

// argv: where the stores are and how many items at once, as JSON. Works on jobs until it is killed; prints its memory each second.
const { databaseUrl, concurrency } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  concurrency: number;
};
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => console.error(fields) };
const registry = new Registry(jobTools());
const clock = testClock;
const free = new FreePipeline({
  ...{ registry, log, clock, sourcesFor: () => ({}), jurisdictions: { forSale: () => ({}) } },
  ...withoutEvidence,
} as unknown as PipelinePorts);
const jobs = openJobService({
  config: {
    ...{ databaseUrl, dataDir: '', jobs: { where: 'here', maxBacklog: 1_000_000, concurrency } },
    retention: { purchaseDays: 400, artifactDays: 30, artifactMaxBytes: 1e9 },
  },
  ...{ registry, free, log, clock, ledgerNow: chainNow },
  ledger: openLedger({ databaseUrl, dataDir: '' }),
  objects: openObjects({ databaseUrl, dataDir: '', clock }),
});
jobs.work();
setInterval(() => process.stdout.write(`${process.memoryUsage.rss()}\n`), 1000);
process.stdout.write('working\n');
