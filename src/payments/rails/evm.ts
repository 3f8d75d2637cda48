import { getAddress, type Hex } from 'viem';
import { z } from 'zod';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import { type EvmChain, openEvmChain } from '../chain/evm.ts';
import { whyOf } from '../chain/reader.ts';
import type { Credential } from '../credential.ts';
import type { Supported } from '../facilitator.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Offer } from '../wire.ts';
import { isSignedByPayer } from './authorization.ts';
import { evmPaymentId } from './identity.ts';
import {
  type Identity,
  type Moment,
  type Precheck,
  type Rail,
  type SentOrder,
  type SettlementLookup,
  untilYounger,
} from './rail.ts';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const integer = z.string().refine((text) => /^\d{1,78}$/.test(text) && BigInt(text) < 2n ** 256n);
const PayloadSchema = z.object({
  signature: z.string().regex(/^0x([0-9a-fA-F]{2})+$/),
  authorization: z.object({
    from: address,
    to: address,
    value: integer,
    validAfter: integer,
    validBefore: integer,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
});
type Payload = z.infer<typeof PayloadSchema>;

/** EIP-712 name of USDC where it is not "USD Coin". */
const names: Readonly<Record<string, string>> = { 'eip155:84532': 'USDC' };

/** A payer's clock may run ahead of ours by this much. */
const skewSeconds = 60;

export interface EvmRailSettings {
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly rpcUrl: string;
  readonly rpcTimeoutMs: number;
}

/** USDC on an EVM chain by EIP-3009: the payer signs, the facilitator sends and pays the gas. */
export class EvmRail implements Rail {
  readonly kind = 'evm';
  readonly network: string;
  readonly #settings: EvmRailSettings;
  #opened: EvmChain | undefined;

  constructor(settings: EvmRailSettings) {
    // checksummed once: hashing an address costs more than the rest of an offer
    this.#settings = { ...settings, asset: getAddress(settings.asset), payTo: getAddress(settings.payTo) };
    this.network = settings.network;
  }

  offer(terms: { amount: string; maxTimeoutSeconds: number }, supported: Supported): Offer | undefined {
    const served = supported.kinds.some(
      (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === this.network,
    );
    if (!served) return undefined;
    return {
      scheme: 'exact',
      network: this.network as Offer['network'],
      asset: this.#settings.asset,
      amount: terms.amount,
      payTo: this.#settings.payTo,
      maxTimeoutSeconds: terms.maxTimeoutSeconds,
      extra: { name: names[this.network] ?? 'USD Coin', version: '2', assetTransferMethod: 'eip3009' },
    };
  }

  adopt(offer: Offer): Offer {
    return offer;
  }

  identify(credential: Credential): Identity | undefined {
    const payload = read(credential);
    if (!payload) return undefined;
    const { from, nonce, validBefore } = payload.authorization;
    const id = evmPaymentId(this.network, this.#settings.asset, from, nonce);
    return { id, payer: getAddress(from), validUntil: milliseconds(validBefore) };
  }

  period(credential: Credential, offer: Offer, { now, neededSeconds }: Moment): Refusal | undefined {
    const payload = read(credential);
    if (!payload) return refusal('invalid_payload');
    const { validAfter, validBefore } = payload.authorization;
    const seconds = now / 1000;
    if (Number(validAfter) > seconds + skewSeconds)
      return refusal('expired_authorization', 'The payment is not valid yet.');
    if (Number(validBefore) < seconds + neededSeconds)
      return refusal(
        'expired_authorization',
        'The payment is expired or runs out before the work can be done and settled.',
      );
    if (Number(validBefore) > seconds + offer.maxTimeoutSeconds + skewSeconds)
      return refusal('invalid_payload', 'validBefore lies beyond the offer: at most now plus maxTimeoutSeconds.');
    return undefined;
  }

  async precheck(credential: Credential, offer: Offer): Promise<Precheck> {
    const payload = read(credential);
    if (!payload) return refusal('invalid_payload');
    const { authorization } = payload;
    if (authorization.to.toLowerCase() !== offer.payTo.toLowerCase())
      return refusal('no_matching_requirements', 'authorization.to is not the payTo of the offer.');
    if (BigInt(authorization.value) !== BigInt(offer.amount))
      return refusal('no_matching_requirements', 'authorization.value is not the amount of the offer.');
    if (payload.signature.length !== 132) return { kind: 'undecided' };
    if (isSignedByPayer(offer, authorization, payload.signature)) return { kind: 'good' };
    return (await this.#hasCode(authorization.from as Hex)) ? { kind: 'undecided' } : refusal('invalid_signature');
  }

  async covers(payer: string, { asset, amount }: Offer): Promise<boolean> {
    return (await this.#chain().balanceOf(payer as Hex, asset as Hex)) >= BigInt(amount);
  }

  async ask(credential: Credential, offer: Offer, { since, heardAt }: SentOrder): Promise<SettlementLookup> {
    const payload = read(credential);
    if (!payload) return { kind: 'no_answer', why: 'not a payload of this network' };
    const { from, nonce, validBefore } = payload.authorization;
    const authorization = {
      asset: offer.asset as Hex,
      from: from as Hex,
      to: offer.payTo as Hex,
      value: BigInt(offer.amount),
      nonce: nonce as Hex,
      validBefore: Number(validBefore),
      since: Math.floor(since / 1000),
    };
    // blocks are dated in whole seconds: one of a later second was made after the refusal
    const after = heardAt === undefined ? -1 : Math.floor(heardAt / 1000);
    try {
      return await untilYounger(async () => {
        const { found, blockSeconds } = await this.#chain().find(authorization);
        return { found, young: blockSeconds > after };
      });
    } catch (error) {
      return { kind: 'no_answer', why: whyOf(error) };
    }
  }

  #chain(): EvmChain {
    const { rpcUrl, rpcTimeoutMs } = this.#settings;
    this.#opened ??= openEvmChain(this.network, rpcUrl, rpcTimeoutMs);
    return this.#opened;
  }

  /** A contract wallet's signature cannot be judged here. Where the chain does not answer, nothing is judged. */
  async #hasCode(account: Hex): Promise<boolean> {
    try {
      return await this.#chain().hasCode(account);
    } catch {
      return true;
    }
  }
}

const read = memoizeByFirst((credential: Credential): Payload | undefined => {
  const parsed = PayloadSchema.safeParse(credential.payload);
  return parsed.success ? parsed.data : undefined;
});

/** Unix seconds as text -> milliseconds, bounded to what an integer column holds. */
function milliseconds(seconds: string): number {
  return Math.min(Number(seconds) * 1000, 8_640_000_000_000_000);
}
