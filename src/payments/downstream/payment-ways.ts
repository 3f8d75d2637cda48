import { ServiceError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { type HttpOutcome, parsed } from '../http-exchange.ts';
import { encodeHeader } from '../wire.ts';
import type { ProviderDefinition } from './adapters/adapter.ts';
import { payableTerms, type SellerTerms, type SigningPolicy } from './policy.ts';
import type { OutboundSigner } from './signer.ts';

/** An answer that can be read. `isSynthetic`: a fake upstream says so of itself; believed only from a configured proxy. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  readonly isSynthetic: boolean;
}

/**
 * What came of a request that bore a payment, or that an account is billed for; without an answer the step of the spending
 * ledger: `reject` a payment that was refused, `release` what was not sent or is not billed, `lose` any other.
 */
export type SendOutcome = Answered | { readonly kind: 'reject' | 'release' | 'lose'; readonly why: string };

/** A question that is ready to be sent, once. */
export interface ReadyRequest {
  readonly kind: 'ready';
  /** Public reference of the payment; absent where an account is billed. */
  readonly reference?: string;
  /** What it costs, in millionths of a dollar. */
  readonly paid: number;
  /** Sends it; called at most once. Never rejects. */
  send(): Promise<SendOutcome>;
}

/**
 * How a provider is paid: everything up to the request that bears the payment, or an answer for which no payment was
 * requested. Throws ServiceError `ext_challenge_unavailable` and `ext_signer_*`, and what `recheck` throws, which runs
 * before anything is signed; nothing that bears a payment was sent then.
 */
export type PaymentWay = (url: URL, recheck: () => Promise<void>) => Promise<ReadyRequest | Answered>;

/** Sends a GET once, with these headers. Never rejects. */
export type Ask = (url: URL, headers?: Readonly<Record<string, string>>) => Promise<HttpOutcome>;

const syntheticHeader = 'x-place-records-synthetic';

/** What every provider answers with: a body, or 404 where it has nothing. */
function answerOf(outcome: HttpOutcome): Answered | undefined {
  if (outcome.kind !== 'answered' || (outcome.status !== 200 && outcome.status !== 404)) return undefined;
  const { kind, status, text } = outcome;
  return { kind, status, text, isSynthetic: outcome.header(syntheticHeader) === '1' };
}

function sendOutcome(outcome: HttpOutcome, refusalOf: (status: number) => 'reject' | 'release' | 'lose'): SendOutcome {
  if (outcome.kind !== 'answered') return { kind: outcome.kind === 'unsent' ? 'release' : 'lose', why: outcome.why };
  return answerOf(outcome) ?? { kind: refusalOf(outcome.status), why: `HTTP ${outcome.status}` };
}

/**
 * A provider that bills an account: the key goes with the request, and what the settings allow for one answer counts.
 * An error that it answers with is not billed, and so is a definite refusal.
 * @param costs millionths of a dollar
 */
export const byKey =
  (key: string, { place, name }: ProviderDefinition['keyIn'], costs: number, ask: Ask): PaymentWay =>
  async (url, recheck) => {
    await recheck();
    const queried = new URL(url);
    if (place === 'query') queried.searchParams.set(name, key);
    const headers: Record<string, string> = place === 'header' ? { [name.toLowerCase()]: key } : {};
    // a redirect is no answer either
    return { kind: 'ready', paid: costs, send: async () => sendOutcome(await ask(queried, headers), () => 'release') };
  };

/** The first unpaid request and one repetition. */
const challengeAttempts = 2;

/**
 * A provider that sells each answer over x402: its terms are requested without a payment, held against the policy, signed
 * for, and the same request is sent once more with the payment; never again after that.
 */
export const byX402 =
  (
    policy: SigningPolicy,
    signer: () => Promise<OutboundSigner>,
    { ask, now, log }: { readonly ask: Ask; readonly now: () => number; readonly log: Log },
  ): PaymentWay =>
  async (url, recheck) => {
    const terms = await requestTerms(url, policy, ask);
    if ('why' in terms) {
      log.warn({ host: url.host, why: terms.why }, 'a provider made no usable challenge');
      throw new ServiceError('ext_challenge_unavailable', { retryAfterSeconds: 30, charged: false });
    }
    if ('kind' in terms) return terms;
    await recheck();
    const { offer } = terms;
    const { signUnder } = await import('./signer.ts');
    const { authorization, signature } = await signUnder(await signer(), offer, policy, now());
    const header = paymentHeader(terms, { signature, authorization });
    const refusalOf = (status: number) => (status >= 400 && status < 500 ? 'reject' : 'lose');
    return {
      kind: 'ready',
      paid: Number(offer.amount),
      reference: `${offer.network} ${offer.asset} ${authorization.from} ${authorization.nonce}`,
      send: async () => sendOutcome(await ask(url, header), refusalOf),
    };
  };

/** A seller's terms that are within the policy, an answer for which no payment was requested, or why there are no terms. */
async function requestTerms(
  url: URL,
  policy: SigningPolicy,
  ask: Ask,
): Promise<SellerTerms | Answered | { readonly why: string }> {
  let why = '';
  for (let attempt = 1; attempt <= challengeAttempts; attempt++) {
    const outcome = await ask(url);
    const answer = answerOf(outcome);
    if (answer) return answer;
    if (outcome.kind !== 'answered') {
      why = outcome.why;
    } else if (outcome.status === 402) {
      const challenge = challengeOf(outcome.header('payment-required'), outcome.text);
      if (challenge !== undefined)
        return payableTerms(challenge, url, policy) ?? { why: 'no entry of the challenge is within the policy' };
      why = 'the challenge cannot be read';
    } else {
      why = `HTTP ${outcome.status}`;
      if (outcome.status !== 403) break;
    }
  }
  return { why };
}

/** The header of version 2, else the body, where version 1 has it and many sellers repeat it. */
function challengeOf(header: string | undefined, text: string): unknown {
  const fromHeader = header && parsed(Buffer.from(header, 'base64').toString('utf8'));
  return fromHeader || parsed(text) || undefined;
}

function paymentHeader(
  { x402Version, offer: { scheme }, accepted, resource }: SellerTerms,
  payload: object,
): Readonly<Record<string, string>> {
  if (x402Version === 2) return { 'payment-signature': encodeHeader({ x402Version, resource, accepted, payload }) };
  const { network } = accepted as { readonly network: string };
  return { 'x-payment': encodeHeader({ x402Version, scheme, network, payload }) };
}
