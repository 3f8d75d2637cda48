import type { Log } from '../kernel/ports/log.ts';
import { defaultPurge, type Ledger, type PurgeRules } from './ledger.ts';

const everyMs = 6 * 3_600_000;

/** Purges the ledger now and every six hours by the rules of retention and size; returns what ends that. */
export function keepLedgerBounded(ledger: Ledger, log: Log, rules: Omit<PurgeRules, 'now'> = defaultPurge): () => void {
  const purge = () =>
    ledger.purge({ ...rules, now: Date.now() }).then(
      ({ bodies, rows }) => bodies + rows > 0 && log.info({ bodies, rows }, 'ledger purged'),
      (error) => log.warn({ err: error }, 'ledger could not be purged'),
    );
  const timer = setInterval(purge, everyMs);
  timer.unref();
  void purge();
  return () => clearInterval(timer);
}
