import type { Log } from '../../kernel/ports/log.ts';
import type { OnceOutcome } from './once.ts';

/** What came of a request that bore a payment, or that an account is billed for. */
export type SendOutcome =
  /** An answer that can be read; `paid` in millionths of a dollar. */
  | { readonly kind: 'answered'; readonly status: number; readonly text: string; readonly synthetic: boolean }
  | { readonly kind: 'refused'; readonly status: number }
  /** Nothing left this machine. */
  | { readonly kind: 'unsent'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string };

/** A question that is ready to be sent, once. */
export interface ReadyRequest {
  /** Public reference of the payment; absent where an account is billed. */
  readonly reference?: string;
  /** What it costs, in millionths of a dollar. */
  readonly paid: number;
  /** Sends it; called at most once. Never rejects. */
  send(): Promise<SendOutcome>;
}

/** How a provider is paid. */
export interface PaymentWay {
  /**
   * Whatever has to be known before money moves: a seller's terms. An answer that no payment was requested ends it.
   * Throws ServiceError `ext_challenge_unavailable`; nothing that bears a payment was sent then.
   */
  terms(url: URL): Promise<Priced | Extract<SendOutcome, { kind: 'answered' }>>;
}

/** Terms that are within the policy. */
export interface Priced {
  readonly kind: 'priced';
  /** Signs, where it takes a signature. Throws ServiceError `ext_signer_*`; nothing that bears a payment was sent then. */
  sign(): Promise<ReadyRequest>;
}

/** What a way of paying is given. */
export interface WayPorts {
  readonly now: () => number;
  readonly log: Log;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Where an address is queried instead, as for sources; unchanged where there is no proxy. */
  route(url: URL): URL;
}

/** Header by which fake upstreams mark their answers; believed only from a configured proxy. */
export const syntheticHeader = 'x-place-records-synthetic';

/** The outcome of a request that money is behind, for either way of paying. */
export function heard(
  outcome: OnceOutcome,
  answers: (status: number) => boolean,
  refuses: (status: number) => boolean,
): SendOutcome {
  if (outcome.kind !== 'answered') return { kind: outcome.kind === 'unsent' ? 'unsent' : 'lost', why: outcome.why };
  const { status, text } = outcome;
  if (answers(status)) return { kind: 'answered', status, text, synthetic: outcome.header(syntheticHeader) === '1' };
  return refuses(status) ? { kind: 'refused', status } : { kind: 'lost', why: `HTTP ${status}` };
}
