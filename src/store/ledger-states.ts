import type { Keeping, Moves } from './sql.ts';

/**
 * States of one purchase.
 *
 * - `claimed`: one caller has claimed the payment; nothing is stored yet.
 * - `verified`: the facilitator accepted the payment; the work runs.
 * - `built`: the artifact is stored; no order to settle was sent.
 * - `settling`: the order to settle was or may have been sent.
 * - `settled`: the receipt is stored; the only state in which a paid body leaves the service.
 * - `rejected`: the facilitator or the chain confirmed that no money moved.
 * - `pending`: a transaction was sent and is not known to have landed.
 * - `unknown`: the outcome of the order to settle is unknown.
 * - `denied`: every order to settle was refused, and the chain does not confirm that no money moved. With a transaction, it
 *   did move, perhaps by an order of another ledger: the operator ends it.
 */
export const purchaseStates = [
  'claimed',
  'verified',
  'built',
  'settling',
  'settled',
  'rejected',
  'pending',
  'unknown',
  'denied',
] as const;

export type PurchaseState = (typeof purchaseStates)[number];

/** Money may have moved: never purged, and closed by the reconciliation. */
export const openStates: readonly PurchaseState[] = ['settling', 'pending', 'unknown', 'denied'];

export interface Transition extends Moves<PurchaseState> {
  /** Releases the claim: any process may resume the purchase. */
  readonly yields: boolean;
  /** Milliseconds for which no process may resume it, so that the reply to this step arrives first. */
  readonly restMs?: number;
  /** `in_order` where a power cut right after it loses nothing: the chain reports the same again. */
  readonly keeping?: Keeping;
}

/**
 * All transitions of a purchase. No other is possible: each is one conditional UPDATE built from this table, and only the
 * holder of the claim can make it. Besides these a row is inserted as `claimed`, and deleted by its
 * holder while `claimed` or `verified` (refused by verification, diagnostic, work failed or cancelled: nothing was stored
 * or sent, the payment remains unused).
 *
 * The reconciliation (by command and every few minutes in the server) uses the same transitions: once a payment has
 * expired and the state of the chain is final, it takes the purchase over like any process (`settling` becomes `unknown`)
 * and makes one step, `settle` or `reject`, without the buyer's payment, which is not stored.
 */
export const transitions = {
  verify: {
    from: ['claimed'],
    to: 'verified',
    when: 'the facilitator accepts the payment',
    yields: false,
    keeping: 'in_order',
  },
  keep: { from: ['claimed', 'verified'], to: 'built', when: 'the artifact is written', yields: false },
  dispatch: {
    from: ['claimed', 'verified'],
    to: 'settling',
    when: 'the artifact is written and the order to settle goes out at once (keep and send in one commit)',
    yields: false,
  },
  send: {
    from: ['built', 'rejected', 'pending', 'unknown', 'denied'],
    to: 'settling',
    when: 'the order to settle is about to be sent (after the chain was queried, where one was sent before)',
    yields: false,
  },
  settle: {
    from: ['settling', 'pending', 'unknown', 'denied'],
    to: 'settled',
    when: 'the facilitator confirms, or the transfer is found on the chain (by a resend, the reconciliation or the operator)',
    yields: true,
    keeping: 'in_order',
  },
  reject: {
    from: ['built', 'settling', 'pending', 'unknown', 'rejected', 'denied'],
    to: 'rejected',
    when: 'a definite refusal, or the payment can no longer land (found by a resend, the reconciliation or the operator)',
    yields: true,
    restMs: 1000,
  },
  wait: {
    from: ['settling', 'pending', 'unknown'],
    to: 'pending',
    when: 'a transaction was sent and has not been confirmed',
    yields: true,
  },
  lose: {
    from: ['settling', 'pending', 'unknown'],
    to: 'unknown',
    when: 'no usable answer to the order to settle',
    yields: true,
  },
  deny: {
    from: ['settling', 'pending', 'unknown', 'denied', 'rejected'],
    to: 'denied',
    when: 'a refusal that the chain does not confirm, or a transfer that no order of this ledger is seen to have caused',
    yields: true,
  },
} as const satisfies Record<string, Transition>;

export type LedgerEvent = keyof typeof transitions;

/** State of a purchase that a process takes over from a holder whose lease has expired, where it is another one. */
export const afterTakeOver: Partial<Record<PurchaseState, PurchaseState>> = {
  verified: 'claimed',
  settling: 'unknown',
};
