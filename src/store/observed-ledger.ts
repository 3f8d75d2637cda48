import { LRUCache } from 'lru-cache';
import type { Log } from '../kernel/ports/log.ts';
import type { PurchaseEvent, Telemetry } from '../kernel/ports/telemetry.ts';
import type { LedgerEvent } from './ledger-states.ts';
import type { PurchaseObserver } from './sql-ledger.ts';

type Held = Pick<PurchaseEvent, 'slug' | 'network'> & { readonly since: number };

/** Steps that end a purchase, or leave its outcome unknown. */
const said: Partial<Record<LedgerEvent, (log: Log, event: PurchaseEvent) => void>> = {
  settle: (log, event) => log.info(event, 'sale'),
  reject: (log, event) => log.info(event, 'sale refused'),
  wait: (log, event) => log.warn(event, 'settlement pending'),
  deny: (log, event) => log.warn(event, 'settlement denied'),
  lose: (log, event) => log.warn(event, 'settlement unknown'),
};

/** Logs the steps that end a sale and counts all, with the purchase and without its payer. */
export function observePurchases(log: Log, telemetry: Telemetry): PurchaseObserver {
  const held = new LRUCache<string, Held>({ max: 10_000 });
  return {
    held: ({ id, slug, network }) => void held.set(id, { slug, network, since: performance.now() }),
    moved(id, state, event) {
      const known = held.get(id);
      if (!known) return;
      const { slug, network, since } = known;
      const about = { purchase: id.slice(0, 12), slug, network, state, ms: Math.round(performance.now() - since) };
      telemetry.purchase(about);
      if (event) said[event]?.(log, about);
    },
  };
}
