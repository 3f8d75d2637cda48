import { within } from '../kernel/bounded.ts';
import { asServiceError, type Charged, ServiceError } from '../kernel/errors.ts';
import type { Purchase } from '../store/ledger.ts';
import { ForeignLedgerError } from '../store/ledger-mark.ts';
import { openStates } from '../store/ledger-states.ts';
import type { Ledger } from '../store/sql-ledger.ts';

/**
 * What is known of the buyer's money during one call. Every error that ends the call carries it, so that none says
 * "not charged" by default.
 */
export class MoneyKnown {
  charged: Charged = false;

  /** A thrown value as the error of this call. */
  in(thrown: unknown): ServiceError {
    const error = asServiceError(thrown);
    return error.charged === undefined ? error.withCharged(this.charged) : error;
  }
}

/** The state of the money by the row of a purchase. */
export const chargedBy = (known: Pick<Purchase, 'state'> | undefined): Charged =>
  known !== undefined && openStates.includes(known.state) ? 'unknown' : known?.state === 'settled';

/** Short enough that another process resumes the work of a killed one within five seconds. */
export const usualLeaseMs = 4_000;

/**
 * Another process works on the payment: its outcome is not known here. A lease runs by the clock of the database: where
 * that one is ahead of `now`, the caller still waits for no longer than a lease.
 */
export function inProgress(leaseUntil: number, now: number): ServiceError {
  const ahead = Math.min(leaseUntil - now, usualLeaseMs);
  const retryAfterSeconds = Math.max(1, Math.ceil(ahead / 1000));
  return new ServiceError('payment_processing_retry', { retryAfterSeconds, charged: 'unknown' });
}

/** Nothing is sold while the store cannot be reached. */
export async function fromLedger<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new ServiceError('not_ready', {
      detail:
        error instanceof ForeignLedgerError
          ? 'Nothing is sold before the operator has looked at the ledger of purchases.'
          : 'The ledger of purchases cannot be reached.',
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}

/** Milliseconds for which a caller without a payment waits for the ledger. */
const checkMs = 1_500;

/** Resolves where the ledger can be written to soon. Throws not_ready. */
export async function ledgerAnswers(ledger: Ledger): Promise<void> {
  const answered = ledger.check().then(() => true);
  if (await fromLedger(within(checkMs, answered, () => false))) return;
  throw new ServiceError('not_ready', { detail: 'The ledger of purchases does not answer.', retryAfterSeconds: 5 });
}
