import { LRUCache } from 'lru-cache';
import type { Log } from '../kernel/ports/log.ts';
import type { PurchaseEvent, Telemetry } from '../kernel/ports/telemetry.ts';
import type { Ledger } from './ledger.ts';
import { type LedgerEvent, transitions } from './ledger-states.ts';

interface TakenUp {
  readonly slug: string;
  readonly network: string;
  readonly since: number;
}

/** Steps that end a purchase, or leave its outcome unknown. */
const said: Partial<Record<LedgerEvent, (log: Log, event: PurchaseEvent) => void>> = {
  settle: (log, event) => log.info(event, 'sale'),
  reject: (log, event) => log.info(event, 'sale refused'),
  wait: (log, event) => log.warn(event, 'settlement pending'),
  deny: (log, event) => log.warn(event, 'settlement denied'),
  lose: (log, event) => log.warn(event, 'settlement unknown'),
};

/** A ledger whose steps are logged (those that end a sale) and counted (all), with the purchase and without its payer. */
export function observeLedger(ledger: Ledger, log: Log, telemetry: Telemetry): Ledger {
  const takenUp = new LRUCache<string, TakenUp>({ max: 10_000 });
  const note = (id: string, { slug, network }: Pick<TakenUp, 'slug' | 'network'>) =>
    takenUp.set(id, { slug, network, since: performance.now() });
  const tell = (id: string, state: string, event?: LedgerEvent) => {
    const known = takenUp.get(id);
    if (!known) return;
    const { slug, network, since } = known;
    const about = { purchase: id.slice(0, 12), slug, network, state, ms: Math.round(performance.now() - since) };
    telemetry.purchase(about);
    if (event) said[event]?.(log, about);
  };
  return {
    find: (id) => ledger.find(id),
    findByCredential: (hash) => ledger.findByCredential(hash),
    renew: (id, claim) => ledger.renew(id, claim),
    yield: (id, holder, now) => ledger.yield(id, holder, now),
    list: (options) => ledger.list(options),
    counts: () => ledger.counts(),
    purge: (rules, options) => ledger.purge(rules, options),
    ready: () => ledger.ready(),
    check: () => ledger.check(),
    close: () => ledger.close(),
    async claim(purchase, claim, payerLimit) {
      const result = await ledger.claim(purchase, claim, payerLimit);
      if (result.kind === 'claimed') {
        note(purchase.id, purchase);
        tell(purchase.id, 'claimed');
      }
      return result;
    },
    async takeOver(id, claim) {
      const taken = await ledger.takeOver(id, claim);
      if (taken) note(id, taken);
      return taken;
    },
    async step(id, holder, event, now, stored) {
      const made = await ledger.step(id, holder, event, now, stored);
      if (made) tell(id, transitions[event].to, event);
      return made;
    },
    async release(id, holder) {
      const released = await ledger.release(id, holder);
      if (released) tell(id, 'released');
      return released;
    },
  };
}
