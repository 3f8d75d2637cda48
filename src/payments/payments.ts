import { within } from '../kernel/bounded.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import { memoizeByFirst, once } from '../kernel/memoize.ts';
import type { Log } from '../kernel/ports/log.ts';
import { type ClockCheck, clockCheck, clockWord } from './clock-check.ts';
import { type Credential, readCredential } from './credential.ts';
import { bazaarExtension, fitted, offerSigner } from './extensions.ts';
import { Facilitator, type SettleOutcome, supportedCache, type VerifyOutcome } from './facilitator.ts';
import { freshClaim } from './purchase-claim.ts';
import { offerOn, type Precheck, type Rail, type RailPayment, type RailSettings } from './rails/rail.ts';
import { type ChainSettings, type PaymentSettings, publicNodes } from './settings.ts';
import type { SaleTerms } from './terms.ts';
import { fold, type Offer, type PaymentRequired, type Receipt, type Refusal, refusal } from './wire.ts';

const foreign = refusal('no_matching_requirements', 'The payment is for a network that is not offered.');
/** Milliseconds for which the state of the clock waits for the facilitator. */
const clockMs = 1_000;

/** A payment whose network is one of ours and whose identity could be read. */
export interface ParsedPayment {
  readonly credential: Credential;
  readonly identity: RailPayment;
  /** Of a voucher, whose holder has been seen to be the buyer of an earlier purchase: its terms, and that buyer. */
  readonly shown?: { readonly offer: Offer; readonly payerHash: string; readonly claimHash: string | undefined };
}

export interface ChallengeOptions {
  readonly transport: 'rest' | 'mcp' | 'a2a';
  /** Terms without a call, which crawlers read: metadata for them in place of signed offers, which are of a call. */
  readonly discovery?: boolean;
  readonly refused?: (Refusal & { readonly payer?: string }) | undefined;
}

export type Reading =
  | { readonly ok: true; readonly payment: ParsedPayment }
  /** With the credential where it could be read and its network is not served. */
  | { readonly ok: false; readonly refusal: Refusal; readonly credential?: Credential };

/**
 * The protocol side of selling: offers, challenges, checks, facilitator and chain. It knows nothing of tools and keeps
 * no state of purchases. Chain libraries are loaded when the first paid route is used.
 */
export class Payments {
  readonly #settings: PaymentSettings;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #facilitator: Facilitator | undefined;
  readonly #supported: ReturnType<typeof supportedCache> | undefined;
  readonly #signer: ReturnType<typeof offerSigner> | undefined;
  readonly #clock: ClockCheck;
  readonly #discovery = memoizeByFirst(bazaarExtension);
  readonly #rails: () => Promise<readonly Rail[]>;

  constructor(settings: PaymentSettings, log: Log, now: () => number) {
    this.#settings = settings;
    this.#log = log;
    this.#now = now;
    this.#clock = clockCheck(now, log);
    this.#rails = once(() => loadRails(settings));
    if (settings.facilitatorUrl && this.networks.length > 0) {
      this.#facilitator = new Facilitator(settings.facilitatorUrl, settings.facilitatorTimeoutMs, this.#clock);
      this.#supported = supportedCache(this.#facilitator, log, now);
    }
    this.#signer = settings.signingKey ? offerSigner(settings.signingKey) : undefined;
  }

  /** Networks that a wallet is configured for, whether or not their facilitator answers now. */
  get networks(): readonly string[] {
    const { evm, solana } = this.#settings;
    return [evm, solana].filter((chain) => chain.payTo !== undefined).map((chain) => chain.network);
  }

  /** A wallet and a facilitator are configured. */
  get configured(): boolean {
    return this.#facilitator !== undefined;
  }

  /** Whether this clock agrees with the facilitator's; what it serves is queried where that is not known from the last half minute. */
  async clock(): Promise<string> {
    if (this.#supported) await within(clockMs, this.#supported.get(), () => undefined);
    return clockWord(this.#clock.offsetMs());
  }

  /** The rails on which these terms can be paid right now; none where no facilitator answers. */
  async offers(terms: Pick<SaleTerms, 'amount' | 'rails' | 'maxTimeoutSeconds'>): Promise<readonly Offer[]> {
    const supported = await this.#supported?.get();
    if (!supported) return [];
    const rails = (await this.#rails()).filter(({ kind }) => terms.rails.includes(kind));
    return rails.flatMap((rail) => offerOn(rail, terms, supported) ?? []);
  }

  /** The 402 body: terms, and where a payment was refused the reason. */
  async challenge(
    terms: SaleTerms,
    offers: readonly Offer[],
    resourceUrl: string,
    { transport, discovery, refused }: ChallengeOptions,
  ): Promise<PaymentRequired> {
    const bare: PaymentRequired = {
      x402Version: 2,
      error: refused?.code ?? 'payment_required',
      ...(refused && { code: refused.code, detail: refused.detail, charged: false as const }),
      ...(refused?.payer && { payer: refused.payer }),
      resource: {
        url: resourceUrl,
        description: terms.description,
        mimeType: 'application/json',
        serviceName: 'Place Records',
        tags: terms.tags.slice(0, 5).map((tag) => tag.slice(0, 32)),
      },
      accepts: [...offers],
      extensions: {
        ...freshClaim(),
        ...(this.#signer && !discovery && !refused && (await this.#signer.offers(resourceUrl, offers))),
      },
    };
    // what crawlers of buyers' catalogs read, over HTTP alone; a refusal is beside a receipt and stays short
    return fitted(bare, transport === 'rest' && !refused ? await this.#discovery(terms) : undefined);
  }

  /** Reads an attached payment (header text, or object) as far as it can be without asking anybody. */
  async read(given: unknown): Promise<Reading> {
    const credential = readCredential(given);
    if ('kind' in credential) return { ok: false, refusal: credential };
    const rail = (await this.#rails()).find((one) => one.network === credential.accepted.network);
    if (!rail) return { ok: false, credential, refusal: foreign };
    const identity = rail.read(credential);
    if (!identity) return { ok: false, refusal: refusal('invalid_payload') };
    return { ok: true, payment: { credential, identity } };
  }

  /** The one offer that a payment was made for; every field must agree, and its resource must be the called endpoint. */
  match({ credential, identity }: ParsedPayment, offers: readonly Offer[], resourceUrl: string): Offer | Refusal {
    const { accepted } = credential;
    if (credential.resourceUrl !== undefined && credential.resourceUrl !== resourceUrl)
      return refusal('no_matching_requirements', 'resource.url of the payment is not the endpoint that was called.');
    const matching = offers.map((offer) => identity.adopt(offer)).filter((offer) => sameTerms(offer, accepted));
    const [offer] = matching;
    if (!offer || matching.length !== 1) return refusal('no_matching_requirements');
    return offer;
  }

  /** Period for so many seconds from now, terms and signature, before anybody outside is queried. */
  async precheck({ identity }: ParsedPayment, offer: Offer, neededSeconds: number): Promise<Precheck> {
    return identity.period(offer, { now: this.now, neededSeconds }) ?? identity.precheck(offer);
  }

  async verify({ credential, identity }: ParsedPayment, offer: Offer): Promise<VerifyOutcome> {
    if (identity.settle) return { kind: 'valid', payer: undefined };
    if (!this.#facilitator) return { kind: 'no_answer', why: 'no facilitator is configured' };
    const outcome = await this.#facilitator.verify(credential.payment, offer);
    if (outcome.kind === 'no_answer') this.#failed('verify', outcome.why);
    return outcome;
  }

  /** A receipt that does not fit the payment is no answer: the chain is asked then. */
  async settle({ credential, identity }: ParsedPayment, offer: Offer): Promise<SettleOutcome> {
    if (identity.settle) return { kind: 'settled', receipt: identity.settle(offer) };
    if (!this.#facilitator) return { kind: 'no_answer', why: 'no facilitator is configured' };
    const said = await this.#facilitator.settle(credential.payment, offer);
    const outcome: SettleOutcome =
      said.kind === 'settled' && !isReceiptOf(said.receipt, identity, offer)
        ? { kind: 'no_answer', why: 'settle named another payer, amount or no transaction of this network' }
        : said;
    if (outcome.kind === 'no_answer') this.#failed('settle', outcome.why);
    return outcome;
  }

  /** Adds the service's signature where a signing key is configured; a receipt is never lost over that. */
  async sign(receipt: Receipt, resourceUrl: string): Promise<Receipt> {
    if (!this.#signer) return receipt;
    try {
      return await this.#signer.receipt(resourceUrl, receipt);
    } catch (error) {
      this.#log.error({ why: error instanceof Error ? error.name : 'failed' }, 'receipt could not be signed');
      return receipt;
    }
  }

  #failed(operation: string, why: string): void {
    this.#log.warn({ operation, why }, 'facilitator gave no usable answer');
    this.#supported?.invalidate();
  }

  /** Milliseconds by the clock that offers and periods are held against. */
  get now(): number {
    return this.#now();
  }
}

async function loadRails({ evm, solana, facilitatorTimeoutMs: rpcTimeoutMs }: PaymentSettings): Promise<Rail[]> {
  const load = async (open: () => Promise<(settings: RailSettings) => Rail>, { payTo, ...chain }: ChainSettings) => {
    const rpcUrl = chain.rpcUrl ?? publicNodes[chain.network] ?? '';
    return payTo === undefined ? [] : [(await open())({ ...chain, payTo, rpcUrl, rpcTimeoutMs })];
  };
  const loaded = await Promise.all([
    load(async () => (await import('./rails/evm.ts')).evmRail, evm),
    load(async () => (await import('./rails/solana.ts')).solanaRail, solana),
  ]);
  return loaded.flat();
}

const transactionForms = { eip155: /^0x[0-9a-fA-F]{64}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/ } as const;

/** Whether a receipt is of this payment: its payer and amount, and a transaction as its network names them. */
function isReceiptOf({ transaction, payer, amount }: Receipt, { payer: own }: RailPayment, offer: Offer): boolean {
  const same = (text: string) => fold(offer.network, text);
  const form = transactionForms[offer.network.startsWith('solana:') ? 'solana' : 'eip155'];
  return (
    form.test(transaction) &&
    (payer === undefined || same(payer) === same(own)) &&
    (amount === undefined || amount === offer.amount)
  );
}

/** Every offered field must come back unchanged; `extra` may carry more than was offered. */
function sameTerms(offer: Offer, accepted: Offer): boolean {
  const same = (text: string) => fold(offer.network, text);
  return (
    offer.scheme === accepted.scheme &&
    offer.network === accepted.network &&
    offer.amount === accepted.amount &&
    same(offer.asset) === same(accepted.asset) &&
    same(offer.payTo) === same(accepted.payTo) &&
    offer.maxTimeoutSeconds === accepted.maxTimeoutSeconds &&
    Object.entries(offer.extra ?? {}).every(
      ([key, value]) =>
        accepted.extra?.[key] !== undefined && canonicalJson(accepted.extra[key]) === canonicalJson(value),
    )
  );
}
