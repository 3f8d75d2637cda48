import { getAddress, type Hex } from 'viem';
import { z } from 'zod';
import { once } from '../../kernel/memoize.ts';
import { type EvmChain, openEvmChain } from '../chain/evm.ts';
import { type Offer, type Refusal, refusal } from '../wire.ts';
import { isSignedByPayer } from './authorization.ts';
import { evmPaymentId } from './identity.ts';
import {
  type Moment,
  type Precheck,
  type Rail,
  type RailPayment,
  type RailSettings,
  type SentOrder,
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
/** Milliseconds: the last moment that a date can be, which an integer column holds. */
const lastMoment = 8_640_000_000_000_000;

/** USDC on an EVM chain by EIP-3009: the payer signs, the facilitator sends and pays the gas. */
export function evmRail({ network, rpcUrl, rpcTimeoutMs, ...own }: RailSettings): Rail {
  // checksummed once: hashing an address costs more than the rest of an offer
  const [asset, payTo] = [getAddress(own.asset), getAddress(own.payTo)];
  const chain = once(() => openEvmChain(network, rpcUrl, rpcTimeoutMs));
  const extra = { name: names[network] ?? 'USD Coin', version: '2', assetTransferMethod: 'eip3009' };
  return {
    ...{ kind: 'evm', network, asset, payTo },
    extra: () => extra,
    read({ payload }): RailPayment | undefined {
      const { data } = PayloadSchema.safeParse(payload);
      if (!data) return undefined;
      const { from, nonce, validBefore } = data.authorization;
      return {
        id: evmPaymentId(network, asset, from, nonce),
        payer: getAddress(from),
        validUntil: Math.min(Number(validBefore) * 1000, lastMoment),
        adopt: (offer) => offer,
        period: (offer, moment) => periodFault(data, offer, moment),
        precheck: (offer) => precheck(data, offer, chain),
        covers: async (offer) => (await chain().balanceOf(from as Hex, offer.asset as Hex)) >= BigInt(offer.amount),
        ask: (offer, order) => ask(data, offer, order, chain),
      };
    },
  };
}

function periodFault(
  { authorization: { validAfter, validBefore } }: Payload,
  { maxTimeoutSeconds }: Offer,
  { now, neededSeconds }: Moment,
): Refusal | undefined {
  const seconds = now / 1000;
  if (Number(validAfter) > seconds + skewSeconds)
    return refusal('expired_authorization', 'The payment is not valid yet.');
  if (Number(validBefore) < seconds + neededSeconds)
    return refusal(
      'expired_authorization',
      'The payment is expired or runs out before the work can be done and settled.',
    );
  if (Number(validBefore) > seconds + maxTimeoutSeconds + skewSeconds)
    return refusal('invalid_payload', 'validBefore lies beyond the offer: at most now plus maxTimeoutSeconds.');
  return undefined;
}

async function precheck({ authorization, signature }: Payload, offer: Offer, chain: () => EvmChain): Promise<Precheck> {
  if (authorization.to.toLowerCase() !== offer.payTo.toLowerCase())
    return refusal('no_matching_requirements', 'authorization.to is not the payTo of the offer.');
  if (BigInt(authorization.value) !== BigInt(offer.amount))
    return refusal('no_matching_requirements', 'authorization.value is not the amount of the offer.');
  if (signature.length !== 132) return { kind: 'undecided' };
  if (isSignedByPayer(offer, authorization, signature)) return { kind: 'good' };
  return (await hasCode(authorization.from as Hex, chain)) ? { kind: 'undecided' } : refusal('invalid_signature');
}

/** A contract wallet's signature cannot be judged here. Where the chain does not answer, nothing is judged. */
async function hasCode(account: Hex, chain: () => EvmChain): Promise<boolean> {
  try {
    return await chain().hasCode(account);
  } catch {
    return true;
  }
}

function ask(
  { authorization: { from, nonce, validBefore } }: Payload,
  { asset, payTo, amount }: Offer,
  { since, heardAt }: SentOrder,
  chain: () => EvmChain,
) {
  const sought = {
    ...{ asset: asset as Hex, from: from as Hex, to: payTo as Hex, nonce: nonce as Hex },
    value: BigInt(amount),
    validBefore: Number(validBefore),
    since: Math.floor(since / 1000),
  };
  // blocks are dated in whole seconds: one of a later second was made after the refusal
  const after = heardAt === undefined ? -1 : Math.floor(heardAt / 1000);
  return untilYounger(async () => {
    const { found, blockSeconds } = await chain().find(sought);
    return { found, young: blockSeconds > after };
  });
}
