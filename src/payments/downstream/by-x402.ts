import { ServiceError } from '../../kernel/errors.ts';
import { encodeHeader } from '../wire.ts';
import { askOnce, type OnceOutcome, parsed } from './once.ts';
import { payableTerms, type SellerTerms, type SigningPolicy } from './policy.ts';
import type { OutboundSigner } from './signer.ts';
import { heard, type PaymentWay, type Priced, type SendOutcome, syntheticHeader, type WayPorts } from './way.ts';

/** The first unpaid request and one repetition. */
const challengeAttempts = 2;

/**
 * A provider that sells each answer over x402: its terms are requested without a payment, held against the policy, signed
 * for, and the same request is sent once more with the payment; never again after that.
 */
export class ByX402 implements PaymentWay {
  readonly #policy: SigningPolicy;
  readonly #signer: OutboundSigner;
  readonly #noneStatuses: readonly number[];
  readonly #ports: WayPorts;

  constructor(
    parts: {
      readonly policy: SigningPolicy;
      readonly signer: OutboundSigner;
      readonly noneStatuses: readonly number[];
    },
    ports: WayPorts,
  ) {
    this.#policy = parts.policy;
    this.#signer = parts.signer;
    this.#noneStatuses = parts.noneStatuses;
    this.#ports = ports;
  }

  async terms(url: URL): Promise<Priced | Extract<SendOutcome, { kind: 'answered' }>> {
    let why = '';
    for (let attempt = 1; attempt <= challengeAttempts; attempt++) {
      const outcome = await this.#ask(url, {});
      const read = this.#read(outcome, url);
      if (!('again' in read)) return read;
      why = read.why;
      if (!read.again) break;
    }
    this.#ports.log.warn({ host: url.host, why }, 'a provider made no usable challenge');
    throw new ServiceError('ext_challenge_unavailable', { retryAfterSeconds: 30, charged: false });
  }

  #read(
    outcome: OnceOutcome,
    url: URL,
  ): Priced | Extract<SendOutcome, { kind: 'answered' }> | { readonly again: boolean; readonly why: string } {
    if (outcome.kind !== 'answered') return { again: true, why: outcome.why };
    const { status, text } = outcome;
    if (this.#answers(status))
      return { kind: 'answered', status, text, synthetic: outcome.header(syntheticHeader) === '1' };
    if (status === 403) return { again: true, why: 'HTTP 403' };
    if (status !== 402) return { again: false, why: `HTTP ${status}` };
    const challenge = challengeOf(outcome.header('payment-required'), text);
    if (challenge === undefined) return { again: true, why: 'the challenge cannot be read' };
    const terms = payableTerms(challenge, url, this.#policy);
    if (!terms) return { again: false, why: 'no entry of the challenge is within the policy' };
    return { kind: 'priced', sign: () => this.#sign(url, terms) };
  }

  async #sign(url: URL, terms: SellerTerms) {
    const { entry } = terms;
    const { signUnder } = await import('./signer.ts');
    const { authorization, signature } = await signUnder(this.#signer, entry, this.#policy, this.#ports.now());
    const header = paymentHeader(terms, { signature, authorization });
    return {
      paid: Number(entry.amount),
      reference: `${entry.network} ${entry.asset} ${authorization.from} ${authorization.nonce}`,
      send: async () =>
        heard(
          await this.#ask(url, header),
          (status) => this.#answers(status),
          (status) => status >= 400 && status < 500,
        ),
    };
  }

  #answers(status: number): boolean {
    return status === 200 || this.#noneStatuses.includes(status);
  }

  #ask(url: URL, headers: Readonly<Record<string, string>>): Promise<OnceOutcome> {
    const { timeoutMs, userAgent, route } = this.#ports;
    return askOnce({ url: route(url), headers: { 'user-agent': userAgent, ...headers }, timeoutMs });
  }
}

/** The header of version 2, else the body, where version 1 has it and many sellers repeat it. */
function challengeOf(header: string | undefined, text: string): unknown {
  const fromHeader = header && parsed(Buffer.from(header, 'base64').toString('utf8'));
  return fromHeader || parsed(text) || undefined;
}

function paymentHeader(
  { x402Version, accepted, resource }: SellerTerms,
  payload: object,
): Readonly<Record<string, string>> {
  if (x402Version === 1) {
    const { scheme, network } = accepted;
    return { 'x-payment': encodeHeader({ x402Version, scheme, network, payload }) };
  }
  const named = resource === undefined ? {} : { resource };
  return { 'payment-signature': encodeHeader({ x402Version, ...named, accepted, payload }) };
}
