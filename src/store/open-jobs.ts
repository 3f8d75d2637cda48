import { JobStore } from './sql-jobs.ts';
import { openDriver, type StorePlace } from './sql-store.ts';

/** Jobs on PostgreSQL where a database is configured, else in `jobs.sqlite` under the data directory. */
export const openJobs = (place: StorePlace): JobStore =>
  new JobStore(openDriver(place, 'jobs.sqlite'), place.databaseUrl !== undefined);
