import { testClock } from '../clock.ts';
import { openTestJobs } from './test-jobs.ts';

// argv: where the stores are and whether it hurries, as JSON. Works on jobs until it is killed.
const settings = JSON.parse(process.argv[2] ?? '{}') as { dataDir: string; databaseUrl?: string; hurries?: boolean };
const { jobs } = openTestJobs({ ...settings, clock: testClock });
jobs.work();
process.stdout.write('working\n');
