import { byOwnClock, type SqlDriver } from '../../src/store/sql.ts';

/** A driver on which leases run by what a caller takes for now, also where the database has a clock of its own. */
export function withOwnClock<D extends Pick<SqlDriver, 'run'>>(driver: D): D {
  const { run } = driver;
  driver.run = function (sql, params = [], ...rest) {
    return run.call(this, sql, byOwnClock(params), ...rest);
  };
  return driver;
}
